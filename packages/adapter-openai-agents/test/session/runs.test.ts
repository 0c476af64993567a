import type { Summarizer } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import {
  type AgentInputItem,
  MemorySession,
  RunContext,
  RunState,
  tool,
  Usage,
} from "@openai/agents-core";
import { assistantMessage, modelResponder, modelResponse } from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { newestUsage } from "../../src/model/usage.ts";
import { createCompactingRunner } from "../../src/session/compacting-runner.ts";
import {
  agentWith,
  createMemoryStore,
  entryTypes,
  look,
  looks,
  providerOf,
  quiet,
  Runner,
  runOnce,
  answers,
  ScriptedModel,
  outline,
} from "../support/session-run.ts";

const long = (turn: number): string => `answer ${turn} `.repeat(120);
const policy = { windowTokens: 4000 };

const counted: Summarizer = {
  name: "counted",
  summarize: async () => ({
    text: "## Goal\nTo ask.\n\n## Progress\nAsked.",
    attempts: [{ by: "counted", fault: null, usage: { inputTokens: 700, outputTokens: 70 } }],
    method: "counted",
    calls: 1,
  }),
};

const broken: Summarizer = {
  name: "broken",
  offline: true, // so that no other one is asked
  summarize: () => Promise.reject(new Error("no summary today")),
};

const erase = tool({
  name: "erase",
  description: "Erases.",
  parameters: z.object({}),
  needsApproval: true,
  execute: () => "erased",
});

const kinds = [
  ["a store", () => ({ store: createMemoryStore(), sessionId: "one" })],
  ["another session", () => ({ session: new MemorySession({ sessionId: "one" }) })],
] as const;

describe.each([false, true])("streamed: %s", (isStreamed) => {
  describe.each(kinds)("a session over %s", (_name, kept) => {
    test("is compacted after the run that fills it, and the runner adds the usage of the summary", async () => {
      const events: SessionEvent[] = [];
      const session = createCompactingSession({
        ...kept(),
        policy,
        summarizer: counted,
        onEvent: (event: SessionEvent) => void events.push(event),
      } as Parameters<typeof createCompactingSession>[0]);
      const model = new ScriptedModel();
      const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
      const usages: (readonly (string | undefined)[])[] = [];
      for (let turn = 1; turn <= 20; turn += 1) {
        model.enqueue(answers(long(turn)));
        const options = { session };
        const result = isStreamed
          ? await runner.run(agentWith(), `question ${turn}`, { ...options, stream: true })
          : await runner.run(agentWith(), `question ${turn}`, options);
        if ("completed" in result) await result.completed;
        const entries = result.state.usage.requestUsageEntries ?? [];
        usages.push(entries.map(({ endpoint }) => endpoint));
      }
      const applied = events.filter(({ type }) => type === "applied");
      expect(applied.length).toBeGreaterThan(0);
      expect(applied.every(({ sessionId }) => sessionId === "one")).toBe(true);
      expect(usages.filter((each) => each.includes("cutpoint.summary"))).toHaveLength(
        applied.length,
      );
      const shown = await session.getItems();
      expect(shown.length).toBeLessThan(30);
      expect(await session.getAllItems()).toHaveLength(40);
      expect(JSON.stringify(shown[0])).toContain("Asked.");
    });

    test("the reported usage starts a compaction below the estimated trigger", async () => {
      const events: SessionEvent[] = [];
      const session = createCompactingSession({
        ...kept(),
        policy,
        onEvent: (event: SessionEvent) => void events.push(event),
      } as Parameters<typeof createCompactingSession>[0]);
      const model = new ScriptedModel();
      const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
      const applied: number[] = [];
      for (let turn = 1; turn <= 4; turn += 1) {
        const inputTokens = turn === 3 ? 3600 : 100 * turn;
        const usage = new Usage({
          requests: 1,
          inputTokens,
          outputTokens: 300,
          totalTokens: inputTokens + 300,
        });
        const output = [assistantMessage(`answer ${turn} `.repeat(40))];
        model.enqueue(modelResponse({ usage, output }));
        await runOnce(runner, `question ${turn}`, { session, isStreamed });
        applied.push(events.filter(({ type }) => type === "applied").length);
      }
      expect(applied).toEqual([0, 0, 1, 1]);
    });

    test("a compaction that fails is reported and changes neither the run nor the session", async () => {
      const events: SessionEvent[] = [];
      const session = createCompactingSession({
        ...kept(),
        policy,
        summarizer: broken,
        onEvent: (event: SessionEvent) => void events.push(event),
      } as Parameters<typeof createCompactingSession>[0]);
      const model = new ScriptedModel();
      const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
      for (let turn = 1; turn <= 12; turn += 1) {
        model.enqueue(answers(long(turn)));
        expect(await runOnce(runner, `question ${turn}`, { session, isStreamed })).toBe(long(turn));
      }
      expect(events.map(({ type }) => type)).toContain("failed");
      expect(await session.getItems()).toEqual(await session.getAllItems());
      expect(await session.getItems()).toHaveLength(24);
    });

    test("two concurrent runs store each item once", async () => {
      const session = createCompactingSession(
        kept() as Parameters<typeof createCompactingSession>[0],
      );
      const waiting: (() => void)[] = [];
      const both = new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      let begun = 0;
      const meet = async (): Promise<void> => {
        begun += 1;
        if (begun === 2) waiting[0]?.();
        await both;
      };
      const model = (name: string) =>
        new ScriptedModel([
          modelResponder(async () => {
            await meet();
            return [
              { type: "function_call", callId: name, name: "look", arguments: `{"at":"${name}"}` },
            ];
          }),
          answers(`done ${name}`),
        ]);
      const run = (name: string): Promise<string> =>
        runOnce(
          createCompactingRunner({ provider: providerOf(model(name)), config: quiet }),
          "hello",
          {
            session,
            isStreamed,
          },
        );
      expect(await Promise.all([run("a"), run("b")])).toEqual(["done a", "done b"]);
      const items = outline(await session.getItems());
      const wanted = [
        "assistant: done a",
        "assistant: done b",
        "function_call a",
        "function_call b",
        "function_call_result a",
        "function_call_result b",
        "user: hello",
        "user: hello",
      ];
      expect(items.toSorted()).toEqual(wanted);
    });

    test("an impossible compaction does not reject the run", async () => {
      const events: SessionEvent[] = [];
      const session = createCompactingSession({
        ...kept(),
        policy: () => ({ windowTokens: -1 }),
        onEvent: (event: SessionEvent) => void events.push(event),
      } as Parameters<typeof createCompactingSession>[0]);
      const model = new ScriptedModel([answers("done")]);
      const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
      expect(await runOnce(runner, "hello", { session, isStreamed })).toBe("done");
      expect(events.filter(({ type }) => type === "failed")).toHaveLength(1);
    });

    test("an approval that is given at once stores each item once", async () => {
      const session = createCompactingSession(
        kept() as Parameters<typeof createCompactingSession>[0],
      );
      const call = { type: "function_call", callId: "b", name: "erase", arguments: "{}" } as const;
      const model = new ScriptedModel([looks("a"), [call], looks("c"), answers("done")]);
      const agent = agentWith({ tools: [look, erase] });
      const runner = createCompactingRunner({ provider: providerOf(model), config: quiet });
      const asked = await runner.run(agent, "hello", { session });
      for (const interruption of asked.interruptions) asked.state.approve(interruption);
      await runOnce(runner, asked.state, { session, isStreamed, agent });
      expect(outline(await session.getItems())).toEqual([
        "user: hello",
        "function_call a",
        "function_call_result a",
        "function_call b",
        "function_call_result b",
        "function_call c",
        "function_call_result c",
        "assistant: done",
      ]);
    });

    test("an approval that is awaited, serialized and given continues the session", async () => {
      const inner = kept();
      const open = () =>
        createCompactingSession(inner as Parameters<typeof createCompactingSession>[0]);
      const call = { type: "function_call", callId: "a", name: "erase", arguments: "{}" } as const;
      const model = new ScriptedModel([[call], answers("done"), answers("and again")]);
      const agent = agentWith({ tools: [erase] });
      const config = { provider: providerOf(model), config: quiet };
      const before = open();
      const asked = await createCompactingRunner(config).run(agent, "erase it", {
        session: before,
      });
      expect(asked.interruptions).toHaveLength(1);
      expect(outline(await before.getItems())).toEqual(["user: erase it", "function_call a"]);

      const after = open();
      const state = await RunState.fromString(agent, asked.state.toString());
      for (const interruption of asked.interruptions) state.approve(interruption);
      const runner = createCompactingRunner(config);
      await runOnce(runner, state, { session: after, isStreamed, agent });
      const wanted = [
        "user: erase it",
        "function_call a",
        "function_call_result a",
        "assistant: done",
      ];
      expect(outline(await after.getItems())).toEqual(wanted);
      await runOnce(runner, "and now", { session: after, isStreamed, agent });
      expect(outline(model.lastCall?.request.input as AgentInputItem[])).toEqual([
        ...wanted,
        "user: and now",
      ]);
    });
  });
});

describe("a store with two sessions", () => {
  test("each sees the items that the other added, popped or cleared", async () => {
    const store = createMemoryStore();
    const one = createCompactingSession({ store, sessionId: "one" });
    const two = createCompactingSession({ store, sessionId: "one" });
    const item = (content: string): AgentInputItem => ({ type: "message", role: "user", content });
    await one.addItems([item("a")]);
    await two.addItems([item("b")]);
    await one.addItems([item("c")]);
    expect(outline(await two.getItems())).toEqual(["user: a", "user: b", "user: c"]);
    expect(await two.popItem()).toEqual(item("c"));
    await one.addItems([item("d")]);
    expect(outline(await two.getItems())).toEqual(["user: a", "user: b", "user: d"]);
    await two.clearSession();
    await one.addItems([item("e")]);
    expect(outline(await two.getItems())).toEqual(["user: e"]);
    expect(await entryTypes(store, "one")).toEqual(["message"]);
  });
});

test("what a run did before it is popped or cleared does not come back with it", async () => {
  const session = createCompactingSession({ store: createMemoryStore(), sessionId: "one" });
  const model = new ScriptedModel([
    looks("a"),
    modelResponder(async () => {
      await session.clearSession();
      return [
        {
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "done" }],
        },
      ];
    }),
  ]);
  const runner = createCompactingRunner({ provider: providerOf(model), config: quiet });
  await runOnce(runner, "hello", { session, isStreamed: false });
  expect(outline(await session.getItems())).toEqual([
    "user: hello",
    "function_call a",
    "function_call_result a",
    "assistant: done",
  ]);
});

test("the usage of a summary does not count as context of a run", () => {
  const context = new RunContext();
  const own = { requests: 1, inputTokens: 100, outputTokens: 10, totalTokens: 110 };
  context.usage.add(new Usage(own));
  const endpoint = "cutpoint.summary";
  const entry = { inputTokens: 7000, outputTokens: 70, totalTokens: 7070, endpoint };
  context.usage.add(new Usage({ requests: 1, ...entry, requestUsageEntries: [entry] }));
  expect(newestUsage(context)).toMatchObject({ inputTokens: 100, outputTokens: 10 });
});
