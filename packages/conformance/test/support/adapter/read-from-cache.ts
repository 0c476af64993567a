import type { Summarizer, SummaryAttempt } from "@cutpoint/core";
import { startProvider } from "@cutpoint/provider-sim";
import { fillIn } from "../../../../prompts/test/support/fill-in.ts";
import { wordsOf } from "../../../src/adapter/conversation.ts";
import type { AdapterRig, AdapterTool } from "../../../src/adapter/rig.ts";

export const MODEL = "simulated";

const lookUp: AdapterTool = {
  name: "look_up",
  description: "Looks something up.",
  parameters: { type: "object", properties: { key: { type: "string" } } },
  run: async () => "found it here. ".repeat(40),
};

/** How much of a summary request the provider read from its cache. */
export type CacheRead = {
  /** As the provider counted it, of all input tokens. */
  readonly share: number;
  /** Input tokens and tokens read, as the provider counted them. */
  readonly counted: readonly [input: number, read: number];
  /** The same, as the receipt reports them. */
  readonly reported: readonly [input: number | undefined, read: number | undefined];
  readonly messageCount: number;
};

/** Runs a conversation of a host until it has compacted, with a summarizer that calls the same provider. */
export async function readFromCache(
  rig: AdapterRig,
  createSummarizer: (url: string) => Summarizer,
): Promise<CacheRead> {
  await using provider = await startProvider({
    windowTokens: 60_000,
    script: ({ messages }) => {
      const last = messages.at(-1);
      const text = last === undefined ? "" : wordsOf(last);
      if (text.includes("## ")) return fillIn(text);
      if (last?.role === "tool") return "It is there.";
      return { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] };
    },
  });
  const summarizer = createSummarizer(provider.url);
  const attempts: SummaryAttempt[] = [];
  await using host = await rig.create({
    url: provider.url,
    model: MODEL,
    windowTokens: 60_000,
    policy: {
      trigger: { type: "tokens", tokens: 20_000 },
      keep: { type: "tokens", tokens: 2_000 },
    },
    summarizer: {
      ...summarizer,
      async summarize(request, signal) {
        const summary = await summarizer.summarize(request, signal);
        attempts.push(...(summary.attempts ?? []));
        return summary;
      },
    },
    system: "You look things up.",
    tools: [lookUp],
    withAdapter: true,
    feature: null,
  });
  const signal = new AbortController().signal;
  for (let turn = 0; attempts.length === 0 && turn < 40; turn += 1)
    await host.turn(`Question ${turn}: ${"what about a part of it? ".repeat(200)}`, signal);
  const request = provider.requests().find(({ messages }) => {
    return JSON.stringify(messages.at(-1)).includes("## ");
  });
  if (request === undefined) throw new Error("no summary was requested");
  const { cachedTokens, inputTokens, messages } = request;
  const usage = attempts[0]?.usage;
  return {
    share: cachedTokens / inputTokens,
    counted: [inputTokens, cachedTokens],
    reported: [usage?.inputTokens, usage?.cacheReadTokens],
    messageCount: messages.length,
  };
}
