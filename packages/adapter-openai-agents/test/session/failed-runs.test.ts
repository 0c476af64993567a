import { type AgentInputItem, handoff, MemorySession, RunContext, tool } from "@openai/agents-core";
import {
  assistantMessage,
  functionCall,
  modelError,
  modelResponse,
} from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { watchRuns } from "../../src/hooks/watch-runs.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { createCompactingRunner } from "../../src/session/compacting-runner.ts";
import {
  agentWith,
  blocks,
  createMemoryStore,
  entryTypes,
  look,
  looks,
  providerOf,
  quiet,
  runOnce,
  answers,
  ScriptedModel,
  outline,
} from "../support/session-run.ts";

const boom = tool({
  name: "boom",
  description: "Fails.",
  parameters: z.object({}),
  errorFunction: null,
  execute: () => {
    throw new Error("boom");
  },
});

const thought = {
  type: "reasoning" as const,
  id: "rs_1",
  content: [{ type: "input_text" as const, text: "hm" }],
};

const lookStep = (callId: string) =>
  functionCall("look", { at: callId }, { callId, id: `fc_${callId}` });

describe.each([false, true])("streamed: %s", (isStreamed) => {
  function begin(model: ScriptedModel) {
    const store = createMemoryStore();
    const session = createCompactingSession({ store, sessionId: "one" });
    const runner = createCompactingRunner({ provider: providerOf(model), config: quiet });
    return { store, session, runner };
  }

  test("the tool results of a run that fails later are stored, and the next attempt sees them", async () => {
    const model = new ScriptedModel([
      looks("a", "b"),
      modelError(new Error("overflow")),
      answers("done"),
    ]);
    const { session, runner } = begin(model);
    await expect(runOnce(runner, "hello", { session, isStreamed })).rejects.toThrow("overflow");
    const kept = [
      "user: hello",
      "function_call a",
      "function_call b",
      "function_call_result a",
      "function_call_result b",
    ];
    expect(outline(await session.getItems())).toEqual(kept);
    expect(await runOnce(runner, "go on", { session, isStreamed })).toBe("done");
    const sent = model.lastCall?.request.input;
    expect(outline(sent as AgentInputItem[])).toEqual([...kept, "user: go on"]);
    expect(outline(await session.getAllItems())).toEqual([
      ...kept,
      "user: go on",
      "assistant: done",
    ]);
  });

  test.each([
    ["a context of its own", undefined],
    ["the same context", new RunContext()],
  ])(
    "the same question asked again after a failure, with %s, is kept both times",
    async (_name, given) => {
      const { session, runner } = begin(
        new ScriptedModel([
          looks("a"),
          modelError(new Error("overflow")),
          looks("b"),
          answers("done"),
        ]),
      );
      const asking = { session, isStreamed, ...(given === undefined ? {} : { context: given }) };
      await expect(runOnce(runner, "hello", asking)).rejects.toThrow("overflow");
      await runOnce(runner, "hello", asking);
      expect(outline(await session.getAllItems())).toEqual([
        "user: hello",
        "function_call a",
        "function_call_result a",
        "user: hello",
        "function_call b",
        "function_call_result b",
        "assistant: done",
      ]);
    },
  );

  test("the tool results of the last turn are stored if a run exceeds its turns", async () => {
    const { session, runner } = begin(new ScriptedModel([looks("a"), looks("b")]));
    await expect(runOnce(runner, "hello", { session, isStreamed, maxTurns: 2 })).rejects.toThrow(
      "Max turns",
    );
    expect(outline(await session.getItems())).toEqual([
      "user: hello",
      "function_call a",
      "function_call_result a",
      "function_call b",
      "function_call_result b",
    ]);
  });

  test("the result of one tool is stored if another one fails the run", async () => {
    const calls = [lookStep("a"), functionCall("boom", {}, { callId: "b" })];
    const { session, runner } = begin(new ScriptedModel([modelResponse(calls)]));
    const agent = agentWith({ tools: [look, boom] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow("boom");
    expect(outline(await session.getItems())).toContain("function_call_result a");
  });

  test("a successful run is stored once, as the SDK adds it", async () => {
    const steps = () => [
      modelResponse([thought, lookStep("a"), lookStep("b")]),
      modelResponse([assistantMessage("so far"), lookStep("c")]),
      answers("done"),
    ];
    const recorded = begin(new ScriptedModel(steps()));
    await runOnce(recorded.runner, "hello", { session: recorded.session, isStreamed });
    const plain = begin(new ScriptedModel(steps()));
    const { session } = plain;
    const agent = agentWith({ model: new ScriptedModel(steps()) });
    await runOnce(plain.runner, "hello", { session, isStreamed, agent });
    expect(await recorded.session.getItems()).toEqual(await plain.session.getItems());
    expect(await entryTypes(recorded.store, "one")).toEqual(Array<string>(10).fill("message"));
  });

  test("an image result is stored as an image", async () => {
    const draw = tool({
      name: "look",
      description: "Draws.",
      parameters: z.object({ at: z.string() }),
      execute: () => ({ type: "image" as const, image: "data:image/png;base64,AAAA" }),
    });
    const { session, runner } = begin(
      new ScriptedModel([looks("a"), modelError(new Error("overflow"))]),
    );
    const agent = agentWith({ tools: [draw] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow(
      "overflow",
    );
    expect((await session.getItems()).at(-1)).toMatchObject({
      type: "function_call_result",
      output: [{ type: "input_image", image: "data:image/png;base64,AAAA" }],
    });
  });

  test("an agent that is a tool stores only its result", async () => {
    const model = new ScriptedModel([
      modelResponse([functionCall("ask", { input: "look it up" }, { callId: "outer" })]),
      looks("inner"),
      answers("it is there"),
      modelError(new Error("overflow")),
    ]);
    const { session, runner } = begin(model);
    const asked = agentWith({ name: "other" }).asTool({
      toolName: "ask",
      toolDescription: "Asks.",
    });
    const agent = agentWith({ tools: [asked] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow(
      "overflow",
    );
    expect(outline(await session.getItems())).toEqual([
      "user: hello",
      "function_call outer",
      "function_call_result outer",
    ]);
  });

  test("a run that an output guardrail blocks is stored once, without its last answer", async () => {
    const { session, runner } = begin(new ScriptedModel([looks("a"), answers("secret")]));
    const agent = agentWith({ outputGuardrails: [blocks] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow(
      "guardrail",
    );
    expect(outline(await session.getItems())).toEqual([
      "user: hello",
      "function_call a",
      "function_call_result a",
    ]);
  });

  test.each([true, false])(
    "an input that a guardrail stops is not kept early (beside the model: %s)",
    async (runInParallel) => {
      const stops = {
        name: "stops",
        runInParallel,
        execute: async () => {
          await Promise.resolve();
          return { tripwireTriggered: true, outputInfo: {} };
        },
      };
      const { session, runner } = begin(new ScriptedModel([looks("a"), answers("done")]));
      const agent = agentWith({ inputGuardrails: [stops] });
      await expect(runOnce(runner, "bad", { session, isStreamed, agent })).rejects.toThrow(
        "guardrail",
      );
      expect(outline(await session.getItems())).not.toContain("function_call a");
    },
  );

  test("a handoff that hides items does not mix with the run", async () => {
    const other = agentWith({ name: "other" });
    const hiding = handoff(other, {
      inputFilter: (data) => ({
        ...data,
        inputHistory: "start anew",
        preHandoffItems: [],
        newItems: [],
      }),
    });
    const model = new ScriptedModel([
      looks("a"),
      modelResponse([functionCall("transfer_to_other", {}, { callId: "b" })]),
      looks("c"),
      answers("done"),
    ]);
    const { session, runner } = begin(model);
    await runOnce(runner, "hello", {
      session,
      isStreamed,
      agent: agentWith({ handoffs: [hiding] }),
    });
    const items = outline(await session.getItems());
    expect(items.filter((item) => item === "function_call c")).toHaveLength(1);
    expect(items.filter((item) => item === "function_call a").length).toBeLessThanOrEqual(1);
    expect(items).not.toContain("user: start anew");
  });

  test("a handoff to an agent whose answer is blocked stores each item once", async () => {
    const other = agentWith({ name: "other", outputGuardrails: [blocks] });
    const { session, runner } = begin(
      new ScriptedModel([
        looks("a"),
        modelResponse([functionCall("transfer_to_other", {}, { callId: "b" })]),
        looks("c"),
        answers("secret"),
      ]),
    );
    const agent = agentWith({ handoffs: [other] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow(
      "guardrail",
    );
    expect(outline(await session.getItems())).toEqual([
      "user: hello",
      "function_call a",
      "function_call_result a",
      "function_call b",
      "function_call_result b",
      "function_call c",
      "function_call_result c",
    ]);
  });
});

describe("createCompactingRunner", () => {
  const steps = () => [looks("a"), modelError(new Error("overflow"))];

  test("stores each run in the session that it names, else in its own", async () => {
    const store = createMemoryStore();
    const own = createCompactingSession({ store, sessionId: "own" });
    const other = createCompactingSession({ store, sessionId: "other" });
    const provider = providerOf(new ScriptedModel([...steps(), ...steps()]));
    const runner = createCompactingRunner({ provider, session: own, config: quiet });
    const agent = agentWith();
    await expect(runner.run(agent, "first")).rejects.toThrow("overflow");
    await expect(runner.run(agent, "second", { session: other })).rejects.toThrow("overflow");
    const rest = ["function_call a", "function_call_result a"];
    expect(outline(await own.getItems())).toEqual(["user: first", ...rest]);
    expect(outline(await other.getItems())).toEqual(["user: second", ...rest]);
  });

  test("runs without a session, or with one of the SDK, as the SDK does", async () => {
    const session = new MemorySession();
    const model = new ScriptedModel([answers("one"), answers("two")]);
    const runner = createCompactingRunner({ provider: providerOf(model), config: quiet });
    expect(await runOnce(runner, "hello", { session, isStreamed: false })).toBe("one");
    expect((await runner.run(agentWith(), "again")).finalOutput).toBe("two");
    expect(outline(await session.getItems())).toEqual(["user: hello", "assistant: one"]);
  });

  test("emits the events of all runs", async () => {
    const session = createCompactingSession({ store: createMemoryStore(), sessionId: "one" });
    const model = new ScriptedModel([looks("a"), answers("done")]);
    const runner = createCompactingRunner({ provider: providerOf(model), session, config: quiet });
    const reports: (string | null)[] = [];
    watchRuns(runner, ({ sessionId, type }) => {
      if (type !== "compaction") reports.push(type, sessionId);
    });
    await runner.run(agentWith(), "hello");
    expect(reports).toEqual(["agent-started", "one", "tool-ended", "one", "agent-ended", "one"]);
  });
});
