import { type AgentInputItem, handoff, RunContext, tool } from "@openai/agents-core";
import {
  assistantMessage,
  functionCall,
  modelError,
  modelResponse,
} from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { createSessionRunner } from "../../src/session/session-runner.ts";
import {
  agentWith,
  createMemoryStore,
  entryTypes,
  look,
  looks,
  providerOf,
  quiet,
  runOnce,
  said,
  ScriptedModel,
  told,
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
    const runner = createSessionRunner(session, { modelProvider: providerOf(model), ...quiet });
    return { store, session, runner };
  }

  test("a run that fails at its second call has its tool results in the log, and the next attempt sees them", async () => {
    const model = new ScriptedModel([
      looks("a", "b"),
      modelError(new Error("overflow")),
      said("done"),
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
    expect(told(await session.getItems())).toEqual(kept);
    expect(await runOnce(runner, "go on", { session, isStreamed })).toBe("done");
    const sent = model.lastCall?.request.input;
    expect(told(sent as AgentInputItem[])).toEqual([...kept, "user: go on"]);
    expect(told(await session.getAllItems())).toEqual([...kept, "user: go on", "assistant: done"]);
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
          said("done"),
        ]),
      );
      const asking = { session, isStreamed, ...(given === undefined ? {} : { context: given }) };
      await expect(runOnce(runner, "hello", asking)).rejects.toThrow("overflow");
      await runOnce(runner, "hello", asking);
      expect(told(await session.getAllItems())).toEqual([
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

  test("what the last turn's tools gave is kept when a run is out of turns", async () => {
    const { session, runner } = begin(new ScriptedModel([looks("a"), looks("b")]));
    await expect(runOnce(runner, "hello", { session, isStreamed, maxTurns: 2 })).rejects.toThrow(
      "Max turns",
    );
    expect(told(await session.getItems())).toEqual([
      "user: hello",
      "function_call a",
      "function_call_result a",
      "function_call b",
      "function_call_result b",
    ]);
  });

  test("what one tool gave is kept when the one beside it breaks the run", async () => {
    const calls = [lookStep("a"), functionCall("boom", {}, { callId: "b" })];
    const { session, runner } = begin(new ScriptedModel([modelResponse(calls)]));
    const agent = agentWith({ tools: [look, boom] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow("boom");
    expect(told(await session.getItems())).toContain("function_call_result a");
  });

  test("a run that succeeds is in the log once, as the SDK hands it over", async () => {
    const steps = () => [
      modelResponse([thought, lookStep("a"), lookStep("b")]),
      modelResponse([assistantMessage("so far"), lookStep("c")]),
      said("done"),
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

  test("a result that is an image is kept as the image", async () => {
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

  test("an agent that is a tool leaves nothing of its own in the session", async () => {
    const model = new ScriptedModel([
      modelResponse([functionCall("ask", { input: "look it up" }, { callId: "outer" })]),
      looks("inner"),
      said("it is there"),
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
    expect(told(await session.getItems())).toEqual([
      "user: hello",
      "function_call outer",
      "function_call_result outer",
    ]);
  });

  test("an agent with an output guardrail has nothing kept of a run that was not handed over", async () => {
    const blocks = {
      name: "blocks",
      execute: async () => ({ tripwireTriggered: true, outputInfo: {} }),
    };
    const { session, runner } = begin(new ScriptedModel([looks("a"), said("secret")]));
    const agent = agentWith({ outputGuardrails: [blocks] });
    await expect(runOnce(runner, "hello", { session, isStreamed, agent })).rejects.toThrow(
      "guardrail",
    );
    expect(told(await session.getItems())).not.toContain("function_call a");
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
      const { session, runner } = begin(new ScriptedModel([looks("a"), said("done")]));
      const agent = agentWith({ inputGuardrails: [stops] });
      await expect(runOnce(runner, "bad", { session, isStreamed, agent })).rejects.toThrow(
        "guardrail",
      );
      expect(told(await session.getItems())).not.toContain("function_call a");
    },
  );

  test("a handoff that hides what was said is not mixed up with the run", async () => {
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
      said("done"),
    ]);
    const { session, runner } = begin(model);
    await runOnce(runner, "hello", {
      session,
      isStreamed,
      agent: agentWith({ handoffs: [hiding] }),
    });
    const items = told(await session.getItems());
    expect(items.filter((item) => item === "function_call c")).toHaveLength(1);
    expect(items.filter((item) => item === "function_call a").length).toBeLessThanOrEqual(1);
    expect(items).not.toContain("user: start anew");
  });
});
