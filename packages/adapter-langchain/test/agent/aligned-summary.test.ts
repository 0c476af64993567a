import type { CompactionEvent } from "@cutpoint/core";
import type { ReceivedRequest } from "@cutpoint/provider-sim";
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { createLangChainSummarizer } from "../../src/summarizer.ts";
import { broken, chatModel, filler, lookUp, provider, SUMMARY } from "./rig.ts";

type Body = {
  readonly messages: readonly object[];
  readonly system?: unknown;
  readonly tools?: unknown;
};

const isAligned = ({ body }: ReceivedRequest): boolean => {
  const { messages } = body as Body;
  return messages.length > 3 && JSON.stringify(messages.at(-1)).includes("## ");
};

test.each(["openai-chat", "anthropic"] as const)(
  "on %s a summary is asked for behind the conversation as it was sent, tools and all",
  async (vendor) => {
    await using simulated = await provider(12_000, ({ messages, body }) => {
      if (JSON.stringify((body as Body).messages.at(-1)).includes("## ")) return SUMMARY;
      return messages.at(-1)?.role === "tool"
        ? "It is there."
        : { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] };
    });
    const model = chatModel(vendor, simulated.url, { windowTokens: 12_000 });
    const events: CompactionEvent[] = [];
    const agent = createAgent({
      model,
      tools: [lookUp],
      systemPrompt: "You look things up.",
      checkpointer: new MemorySaver(),
      middleware: [
        createCompactionMiddleware({
          summarizer: createLangChainSummarizer(model, { aligned: true, retries: 0 }),
          policy: {
            trigger: { type: "tokens", tokens: 3_000 },
            keep: { type: "tokens", tokens: 600 },
          },
          onEvent: (event) => events.push(event),
        }),
      ],
    });
    const config = { configurable: { thread_id: "one" } };
    for (let turn = 0; turn < 14; turn += 1)
      await agent.invoke({ messages: [new HumanMessage(filler(turn))] }, config);
    expect(events.some(({ type }) => type === "applied")).toBe(true);
    expect(events.some(({ type }) => type === "summary-failed")).toBe(false);
    expect(broken(simulated)).toEqual([]);

    const requests = simulated.requests();
    const place = requests.findIndex(isAligned);
    expect(place).toBeGreaterThan(0);
    const [before, aligned] = [requests[place - 1]?.body, requests[place]?.body] as Body[];
    const read = aligned?.messages.slice(0, -1) ?? [];
    expect(read.length).toBeGreaterThan(20);
    expect(read).toEqual(before?.messages.slice(0, read.length));
    expect(aligned?.tools).toEqual(before?.tools);
    expect(aligned?.system).toEqual(before?.system);
  },
);
