import { type Provider, startProvider } from "@cutpoint/provider-sim";
import { Agent, type AgentInputItem, MemorySession } from "@openai/agents-core";
import { expect, test } from "vitest";
import { withCompaction } from "../../src/model/with-compaction.ts";
import { agentWith, openAI, runnerOf, talk } from "../support/run-agent.ts";

const ANSWER = "All of it is as it should be. ".repeat(60).trim();
const windowTokens = 2000;

/** A conversation that fits the window, with too little room for the answer. */
const NEARLY_FULL: AgentInputItem[] = [
  ...talk(10),
  { type: "message", role: "user", content: "How is it?" },
];

const outcomes = (provider: Provider): readonly string[] =>
  provider.requests().map(({ outcome }) => outcome.type);

test("an answer that breaks off at the end of the window is retried", async () => {
  await using simulated = await startProvider({ windowTokens, script: [ANSWER, ANSWER] });
  const runner = runnerOf(withCompaction(openAI(simulated.url, "responses")));
  const { finalOutput, state } = await runner.run(agentWith(undefined), NEARLY_FULL);
  expect(finalOutput).toBe(ANSWER);
  expect(outcomes(simulated)).toEqual(["answered", "answered"]);
  const endpoints = (state.usage.requestUsageEntries ?? []).map(({ endpoint }) => endpoint);
  expect(endpoints).toContain("cutpoint.overflow");
});

test("after a streamed answer that broke off, the next request is smaller", async () => {
  await using simulated = await startProvider({ windowTokens, script: [ANSWER, ANSWER] });
  const runner = runnerOf(withCompaction(openAI(simulated.url, "responses")));
  const session = new MemorySession({ initialItems: NEARLY_FULL });
  const ask = async (): Promise<unknown> => {
    const run = await runner.run(agentWith(undefined), "Well?", { session, stream: true });
    await run.completed;
    return run.finalOutput;
  };
  await expect(ask()).rejects.toThrow("response.incomplete");
  expect(await ask()).toBe(ANSWER);
  expect(outcomes(simulated)).toEqual(["answered", "answered"]);
});

test.each([
  { name: "the caller limits the answer", maxTokens: 50, window: windowTokens },
  { name: "the window has room", maxTokens: undefined, window: 100_000 },
])("an answer that breaks off is not an overflow if $name", async ({ maxTokens, window }) => {
  const script = [{ type: "answer", text: ANSWER, stop: "length" } as const];
  await using simulated = await startProvider({ windowTokens: window, script });
  const policy = { windowTokens: window };
  const runner = runnerOf(withCompaction(openAI(simulated.url, "responses"), { policy }));
  const agent = new Agent({
    name: "brief",
    modelSettings: maxTokens === undefined ? {} : { maxTokens },
  });
  await expect(runner.run(agent, "How is it?")).rejects.toThrow("response.incomplete");
  expect(simulated.requests()).toHaveLength(1);
});
