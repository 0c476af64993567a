import type { AgentInputItem, RunContext } from "@openai/agents-core";
import { functionCall, modelResponse } from "@openai/agents-core/testing";
import { expect, test } from "vitest";
import { createRecallTool } from "../src/recall-tool.ts";
import { createCompactingSession } from "../src/session/create-compacting-session.ts";
import {
  agentWith,
  createMemoryStore,
  providerOf,
  quiet,
  Runner,
  runOnce,
  answers,
  ScriptedModel,
} from "./support/session-run.ts";

test("an agent that conversations share finds the items of its run", async () => {
  const model = new ScriptedModel();
  const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
  const recall = createRecallTool(
    (run) => (run as RunContext<{ items: AgentInputItem[] }>).context.items,
  );
  model.enqueue(
    modelResponse([functionCall("recall", { query: "berth" }, { callId: "a" })]),
    answers("heron-42"),
  );
  const items = [
    { role: "user", content: "The berth is heron-42." },
    { role: "user", content: "So?" },
  ];
  await runner.run(agentWith({ tools: [recall] }), "Which berth?", { context: { items } });
  const sent = model.lastCall?.request.input as AgentInputItem[];
  expect(JSON.stringify(sent.at(-1))).toContain("The berth is heron-42.");
});

test("an agent finds compacted items of its session", async () => {
  const session = createCompactingSession({
    store: createMemoryStore(),
    sessionId: "one",
    policy: { windowTokens: 4000, keepUserTokens: 0 },
    summarizer: {
      name: "short",
      offline: true,
      summarize: async () => ({ text: "Nothing of note.", method: "short", calls: 0 }),
    },
  });
  const model = new ScriptedModel();
  const runner = new Runner({ ...quiet, modelProvider: providerOf(model) });
  const agent = agentWith({ tools: [createRecallTool(session)] });
  const ask = (input: string): Promise<string> =>
    runOnce(runner, input, { session, isStreamed: false, agent });
  for (let turn = 1; turn <= 12; turn += 1) {
    model.enqueue(answers(turn === 2 ? "The berth is heron-42." : `answer ${turn} `.repeat(120)));
    await ask(`question ${turn}`);
  }
  expect(JSON.stringify(await session.getItems())).not.toContain("heron-42");
  model.enqueue(
    modelResponse([functionCall("recall", { query: "berth" }, { callId: "a" })]),
    answers("heron-42"),
  );
  expect(await ask("Which berth?")).toBe("heron-42");
  const sent = model.lastCall?.request.input as AgentInputItem[];
  expect(JSON.stringify(sent.at(-1))).toContain("The berth is heron-42.");
});
