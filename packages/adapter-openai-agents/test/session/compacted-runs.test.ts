import type { Summarizer } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import { type AgentInputItem, tool, Usage } from "@openai/agents-core";
import {
  functionCall,
  modelError,
  modelResponse,
  type ScriptedModelInput,
} from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import { createCompactingRunner } from "../../src/session/compacting-runner.ts";
import {
  agentWith,
  createMemoryStore,
  looks,
  providerOf,
  quiet,
  runOnce,
  answers,
  ScriptedModel,
  outline,
} from "../support/session-run.ts";

const page = tool({
  name: "look",
  description: "Reads a page.",
  parameters: z.object({ at: z.string() }),
  execute: ({ at }) => `page ${at} `.repeat(200),
});

const agent = agentWith({ tools: [page] });

const noted: Summarizer = {
  name: "noted",
  summarize: async () => ({
    text: "## Goal\nTo read.\n\n## Progress\nRead some pages.",
    method: "noted",
    calls: 1,
    attempts: [{ by: "noted", fault: null, usage: { inputTokens: 700, outputTokens: 70 } }],
  }),
};

const pages = Array.from({ length: 16 }, (_, index) => `p${index}`);

describe.each([false, true])("streamed: %s", (isStreamed) => {
  function begin(model: ScriptedModel, summarizer: Summarizer = noted) {
    const events: SessionEvent[] = [];
    const store = createMemoryStore();
    const open = () =>
      createCompactingSession({
        store,
        sessionId: "one",
        policy: { windowTokens: 4000 },
        summarizer,
        onEvent: (event) => void events.push(event),
      });
    const session = open();
    const runner = createCompactingRunner({ provider: providerOf(model), config: quiet });
    return { events, open, session, runner };
  }

  function sizes(model: ScriptedModel): readonly number[] {
    return model.calls.map(({ request }) => JSON.stringify(request.input).length);
  }

  test("a run that fills the window is compacted while it runs, in the session's log", async () => {
    const model = new ScriptedModel([...pages.map((each) => looks(each)), answers("done")]);
    const { events, open, runner, session } = begin(model);
    await runOnce(runner, "Read all pages.", { session, isStreamed, agent, maxTurns: 20 });
    expect(Math.max(...sizes(model))).toBeLessThan(16_000);
    const applied = events.filter(({ type }) => type === "applied");
    expect(applied.length).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === "summarized")).toHaveLength(applied.length);
    const sent = model.lastCall?.request.input as AgentInputItem[];
    expect(JSON.stringify(sent[0])).toContain("Read some pages.");
    expect(JSON.stringify(sent[0])).toContain("Read all pages.");
    const shown = await open().getItems();
    expect(outline(shown.slice(1))).toEqual([...outline(sent.slice(1)), "assistant: done"]);
    expect(await session.getAllItems()).toHaveLength(2 + 2 * pages.length);
  });

  test("the usage of summaries during a run is added to it", async () => {
    const model = new ScriptedModel([...pages.map((each) => looks(each)), answers("done")]);
    const { events, runner, session } = begin(model);
    const options = { session, maxTurns: 20 };
    const result = isStreamed
      ? await runner.run(agent, "Read all pages.", { ...options, stream: true })
      : await runner.run(agent, "Read all pages.", options);
    if ("completed" in result) await result.completed;
    const entries = result.state.usage.requestUsageEntries ?? [];
    const summaries = entries.filter(({ endpoint }) => endpoint === "cutpoint.summary");
    expect(summaries).toHaveLength(events.filter(({ type }) => type === "applied").length);
  });

  test("the reported usage starts a compaction during a run", async () => {
    const step = (callId: string, inputTokens: number): ScriptedModelInput => {
      const usage = new Usage({
        requests: 1,
        inputTokens,
        outputTokens: 50,
        totalTokens: inputTokens + 50,
      });
      return modelResponse({ usage, output: [functionCall("look", { at: callId }, { callId })] });
    };
    const model = new ScriptedModel([
      step("a", 1000),
      step("b", 3600),
      step("c", 1000),
      answers("done"),
    ]);
    const { events, runner, session } = begin(model);
    const started: number[] = [];
    const counting = agentWith({
      tools: [
        tool({
          name: "look",
          description: "Reads a page.",
          parameters: z.object({ at: z.string() }),
          execute: ({ at }) => {
            started.push(events.filter(({ type }) => type === "started").length);
            return `page ${at} `.repeat(40);
          },
        }),
      ],
    });
    await runOnce(runner, "Read all pages.", { session, isStreamed, agent: counting });
    expect(started).toEqual([0, 0, 1]);
  });

  test("a run whose compactions all fail sends its requests unchanged", async () => {
    const broken: Summarizer = {
      name: "broken",
      offline: true, // so that no other one is asked
      summarize: () => Promise.reject(new Error("no summary today")),
    };
    const model = new ScriptedModel([...pages.map((each) => looks(each)), answers("done")]);
    const { events, runner, session } = begin(model, broken);
    await runOnce(runner, "Read all pages.", { session, isStreamed, agent, maxTurns: 20 });
    expect(events.map(({ type }) => type)).toContain("failed");
    const sent = model.lastCall?.request.input as AgentInputItem[];
    expect(sent).toHaveLength(1 + 2 * pages.length);
  });

  test("the compaction of a failed run applies to the next attempt", async () => {
    const model = new ScriptedModel([
      ...pages.map((each) => looks(each)),
      modelError(new Error("overflow")),
      answers("done"),
    ]);
    const { open, runner, session } = begin(model);
    const reading = { session, isStreamed, agent, maxTurns: 20 };
    await expect(runOnce(runner, "Read all pages.", reading)).rejects.toThrow("overflow");
    const next = open();
    const again = createCompactingRunner({ provider: providerOf(model), config: quiet });
    await runOnce(again, "Go on.", { session: next, isStreamed, agent });
    const sent = model.lastCall?.request.input as AgentInputItem[];
    expect(JSON.stringify(sent[0])).toContain("Read some pages.");
    expect(outline(sent)).toContain("function_call_result p15");
    expect(sizes(model).at(-1)).toBeLessThan(16_000);
  });

  test("the requests of an agent that is a tool are unchanged", async () => {
    const inner = agentWith({ name: "inner", tools: [page] });
    const ask = inner.asTool({ toolName: "ask", toolDescription: "Asks." });
    const model = new ScriptedModel([
      ...pages.map((each) => looks(each)),
      [
        {
          type: "function_call",
          callId: "ask",
          name: "ask",
          arguments: '{"input":"Read all pages."}',
        },
      ],
      answers("nothing to read"),
      answers("done"),
    ]);
    const { runner, session } = begin(model);
    const outer = agentWith({ tools: [page, ask] });
    await runOnce(runner, "Read all pages.", { session, isStreamed, agent: outer, maxTurns: 20 });
    const asked = model.calls.at(-2)?.request.input;
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).toContain("Read all pages.");
  });
});
