import { Agent, type ModelResponse, Usage } from "@openai/agents-core";
import { assistantMessage, functionCall, modelResponse } from "@openai/agents-core/testing";
import { describe, expect, test } from "vitest";
import { type RunReport, watchRuns } from "../../src/hooks/watch-runs.ts";
import { createCompactingSession } from "../../src/session/create-compacting-session.ts";
import {
  agentWith,
  createMemoryStore,
  providerOf,
  quiet,
  Runner,
  runOnce,
  answers,
  ScriptedModel,
} from "../support/session-run.ts";

/** A step that takes so many tokens. */
function taking(inputTokens: number, outputTokens: number, output: ModelResponse["output"]) {
  const totalTokens = inputTokens + outputTokens;
  const usage = new Usage({ requests: 1, inputTokens, outputTokens, totalTokens });
  return modelResponse({ usage, output });
}

function short(report: RunReport): unknown {
  if (report.type === "compaction") return `${report.type} ${report.event.type}`;
  return `${report.agentName} ${report.type} ${report.contextTokens}`;
}

describe.each([false, true])("streamed: %s", (isStreamed) => {
  test("reports the context after each step, as counted for the newest request", async () => {
    const model = new ScriptedModel([
      taking(100, 10, [functionCall("look", { at: "a" }, { callId: "a" })]),
      taking(150, 20, [assistantMessage("done")]),
    ]);
    const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
    const session = createCompactingSession({
      store: createMemoryStore(),
      sessionId: "one",
      policy: { windowTokens: 100_000 },
    });
    const reports: RunReport[] = [];
    const stop = watchRuns(runner, (report) => void reports.push(report));
    await runOnce(runner, "hello", { session, isStreamed });
    expect(reports.map(short)).toEqual([
      "helper agent-started null",
      "helper tool-ended 110",
      "compaction turn-ended",
      "helper agent-ended 170",
    ]);
    expect(reports.every(({ sessionId }) => sessionId === "one")).toBe(true);
    stop();
    model.enqueue(answers("more"));
    await runOnce(runner, "again", { session, isStreamed });
    expect(reports).toHaveLength(4);
  });

  test("an agent that is a tool and its caller have separate contexts", async () => {
    const inner = agentWith({ name: "inner" });
    const ask = inner.asTool({ toolName: "ask", toolDescription: "Asks." });
    const model = new ScriptedModel([
      taking(100, 10, [functionCall("ask", { input: "look" }, { callId: "a" })]),
      taking(5000, 50, [functionCall("look", { at: "b" }, { callId: "b" })]),
      taking(6000, 60, [assistantMessage("there")]),
      taking(150, 20, [assistantMessage("done")]),
    ]);
    const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
    const outer: unknown[] = [];
    const nested: unknown[] = [];
    watchRuns(runner, (report) => void outer.push(short(report)));
    watchRuns(inner, (report) => void nested.push(short(report)));
    const session = createCompactingSession({
      store: createMemoryStore(),
      sessionId: "one",
      policy: { windowTokens: 100_000 },
    });
    const agent = agentWith({ name: "outer", tools: [ask] });
    await runOnce(runner, "hello", { session, isStreamed, agent });
    expect(outer).toEqual([
      "outer agent-started null",
      "outer tool-ended 110",
      "compaction turn-ended",
      "outer agent-ended 170",
    ]);
    expect(nested.filter((report) => !String(report).startsWith("compaction"))).toEqual([
      "inner agent-started null",
      "inner tool-ended 5050",
      "inner agent-ended 6060",
    ]);
  });

  test("a handoff is reported and continues the run's context", async () => {
    const other = new Agent({ name: "other" });
    const model = new ScriptedModel([
      taking(100, 10, [functionCall("transfer_to_other", {}, { callId: "a" })]),
      taking(150, 20, [assistantMessage("done")]),
    ]);
    const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
    const reports: unknown[] = [];
    watchRuns(runner, (report) => void reports.push(short(report)));
    const session = createCompactingSession({
      store: createMemoryStore(),
      sessionId: "one",
      policy: { windowTokens: 100_000 },
    });
    const agent = agentWith({ handoffs: [other] });
    await runOnce(runner, "hello", { session, isStreamed, agent });
    expect(reports).toEqual([
      "helper agent-started null",
      "helper handed-off 110",
      "other agent-started 110",
      "compaction turn-ended",
      "other agent-ended 170",
    ]);
  });
});
