import type { CompactionEvent } from "@cutpoint/core";
import type { Step } from "@cutpoint/provider-sim";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { afterEach, expect, test, vi } from "vitest";
import { createLangChainSummarizer } from "../../src/summarizer.ts";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { chatModel, filler, provider, summaryFor } from "./rig.ts";

const WINDOW = 2000;
const MINUTE = 60_000;

afterEach(() => vi.useRealTimers());

/** Talks for some turns, with a time between them. Returns the types of the events. */
async function talk(
  step: () => Step,
  { turns = 20, minutes = 0 }: { readonly turns?: number; readonly minutes?: number } = {},
) {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  await using summaries = await provider(100_000, ({ body }) => {
    const answer = step();
    return answer === "" ? summaryFor([{ text: JSON.stringify(body) }]) : answer;
  });
  await using answers = await provider(WINDOW);
  const events: CompactionEvent["type"][] = [];
  const model = new ChatOpenAI({
    model: "summaries",
    apiKey: "none",
    configuration: { baseURL: `${summaries.url}/v1` },
  });
  const agent = createAgent({
    model: chatModel("openai-chat", answers.url, { windowTokens: WINDOW }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [
      createCompactionMiddleware({
        summarizer: createLangChainSummarizer(model, { retries: 0 }),
        onEvent: ({ type }) => events.push(type),
      }),
    ],
  });
  const thread = { configurable: { thread_id: "one" } };
  for (let turn = 0; turn < turns; turn += 1) {
    await agent.invoke({ messages: [new HumanMessage(filler(turn, 240))] }, thread);
    vi.setSystemTime(Date.now() + minutes * MINUTE);
  }
  const count = (type: CompactionEvent["type"]): number =>
    events.filter((event) => event === type).length;
  return {
    applied: count("applied"),
    failed: count("summary-failed"),
    calls: summaries.requests().length,
    refused: answers.requests().filter(({ outcome }) => outcome.type !== "answered").length,
  };
}

const DOWN: Step = { type: "failure", failure: "server-error" };

test("a model that is down is called once by one compaction", async () => {
  const { applied, calls, failed, refused } = await talk(() => DOWN);
  expect(applied).toBeGreaterThan(4);
  expect(failed).toBe(applied);
  expect(calls).toBe(1);
  expect(refused).toBe(0);
});

test(
  "a model that is down rests twice as long after each failure",
  { tags: ["long"] },
  async () => {
    // 100 minutes: calls after 0, about 1, 3, 7, 15, 31 and 63.
    const { applied, calls } = await talk(() => DOWN, { turns: 100, minutes: 1 });
    expect(applied).toBeGreaterThan(12);
    expect(calls).toBeLessThanOrEqual(7);
    expect(calls).toBeGreaterThan(2);
  },
);

test("a model that is up again writes the next summary after its rest", async () => {
  let calls = 0;
  const { applied, failed } = await talk(() => ((calls += 1) === 1 ? DOWN : ""), { minutes: 5 });
  expect(failed).toBe(1);
  expect(calls).toBe(applied);
});

test("a summary that fails a check is asked for again at the next compaction", async () => {
  const { applied, calls } = await talk(() => ({
    type: "answer",
    calls: [{ name: "x", arguments: "{}" }],
  }));
  expect(applied).toBeGreaterThan(4);
  expect(calls).toBeGreaterThanOrEqual(applied);
});
