import type { CompactionEvent, Receipt } from "@cutpoint/core";
import type { ReceivedRequest } from "@cutpoint/provider-sim";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { createLangChainSummarizer } from "../../src/summarizer.ts";
import {
  broken,
  chatModel,
  filler,
  lookUp,
  provider,
  SUMMARY,
  type Vendor,
  vendors,
  wordsOf,
} from "./rig.ts";

const WINDOW = 60_000;

/** Whether a request ends with the prompt of a summary. */
const isForSummary = ({ messages }: Pick<ReceivedRequest, "messages">): boolean =>
  JSON.stringify(messages.at(-1)).includes("## ");

/** Runs an agent whose summaries another model object writes, until it has compacted. */
async function run(vendor: Vendor, summaryModel: string) {
  await using simulated = await provider(WINDOW, ({ messages }) => {
    const last = messages.at(-1);
    if (JSON.stringify(last).includes("## ")) return SUMMARY;
    if (last?.role === "tool") return "It is there.";
    return { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] };
  });
  const { url } = simulated;
  const writer = chatModel(vendor, url, { windowTokens: WINDOW, name: summaryModel });
  const events: CompactionEvent[] = [];
  const agent = createAgent({
    model: chatModel(vendor, url, { windowTokens: WINDOW }),
    tools: [lookUp],
    systemPrompt: "You look things up.",
    checkpointer: new MemorySaver(),
    middleware: [
      createCompactionMiddleware({
        cachePoints: true,
        summarizer: createLangChainSummarizer(writer, { retries: 0 }),
        policy: {
          trigger: { type: "tokens", tokens: 20_000 },
          keep: { type: "tokens", tokens: 2_000 },
        },
        onEvent: (event) => events.push(event),
      }),
    ],
  });
  const config = { configurable: { thread_id: "one" } };
  const applied = (): Receipt | undefined =>
    events.flatMap((event) => (event.type === "applied" ? [event.receipt] : []))[0];
  for (let turn = 0; applied() === undefined && turn < 40; turn += 1)
    await agent.invoke({ messages: [new HumanMessage(filler(turn, 1_200))] }, config);
  expect(broken(simulated)).toEqual([]);
  const requests = simulated.requests();
  const place = requests.findIndex(isForSummary);
  return { receipt: applied(), before: requests[place - 1], summary: requests[place] };
}

test.each(vendors)(
  "on %s the agent's own model reads the conversation for a summary from its cache",
  async (vendor) => {
    const { before, receipt, summary } = await run(vendor, "model-under-test");
    const { cachedTokens = 0, inputTokens = 0, messages = [] } = summary ?? {};
    expect(messages.slice(0, -1)).toEqual(before?.messages.slice(0, messages.length - 1));
    expect(cachedTokens / inputTokens).toBeGreaterThan(0.9);
    expect(receipt?.cost.summaryUsage).toMatchObject({
      inputTokens,
      cacheReadTokens: cachedTokens,
    });
  },
);

test("another model does not receive the conversation as it is", async () => {
  const { summary } = await run("openai-chat", "another-model");
  expect(summary?.messages).toHaveLength(2);
  expect(wordsOf(summary)).toContain("Question 0");
});
