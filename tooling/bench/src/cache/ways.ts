import type Anthropic from "@anthropic-ai/sdk";
import type { CompactorOptions, Policy } from "@cutpoint/core";
import { type CachePolicyOptions, chooseByCost, createCachePolicy } from "@cutpoint/core/cache";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createAnthropicSummarizer } from "@cutpoint/prompts/anthropic";
import { toAnthropic } from "./wire.ts";

export const WINDOW_TOKENS = 40_000;

/** The prices of Anthropic's five-minute cache. The other model costs a fifth. */
export const PRICES: CachePolicyOptions = {
  readPrice: 0.1,
  writePrice: 1.25,
  outputPrice: 5,
  ttlMs: 300_000,
  minPrefix: 1_024,
  expectedRequests: 12,
  summarizerPrices: { small: 0.2 },
};

/** A strategy that keeps a session within its window. */
export type Way = { readonly name: string; readonly options: CompactorOptions };

const advisable: Policy = {
  windowTokens: WINDOW_TOKENS,
  trigger: { type: "share", share: 0.5 },
  keep: { type: "tokens", tokens: 6_000 },
  targetShare: 16_000 / WINDOW_TOKENS,
};

const necessary: Policy = { windowTokens: WINDOW_TOKENS, keep: { type: "tokens", tokens: 6_000 } };

const prune = { protectTokens: 3_000, minimumSavings: 2_000 };

/** Prunes everything that it may, as soon as possible. */
const eager: Policy = {
  windowTokens: WINDOW_TOKENS,
  trigger: { type: "tokens", tokens: 16_000 },
  keep: { type: "tokens", tokens: 5_000 },
  minimumProgress: 0,
  prune: { protectTokens: 12_000, minimumSavings: 0 },
};

/** Creates all strategies. The first is the baseline. */
export function waysOf(client: Anthropic): readonly Way[] {
  const settings = { client, model: "large", stream: false, maxOutputTokens: 4_000 };
  const separate = createAnthropicSummarizer({ ...settings, name: "large, own prompt" });
  const small = createAnthropicSummarizer({ ...settings, model: "small", name: "small" });
  const aligned = createAnthropicSummarizer({
    ...settings,
    name: "large, aligned",
    conversation: ({ messages }) => toAnthropic(messages, []),
  });
  const offline = createExtractiveSummarizer();
  const cache = createCachePolicy(PRICES);
  return [
    {
      name: "summarize with a separate prompt",
      options: { policy: necessary, summarizer: separate },
    },
    { name: "summarize by a small model", options: { policy: necessary, summarizer: small } },
    {
      name: "summarize with the prompt after the conversation",
      options: { policy: necessary, summarizer: aligned },
    },
    { name: "summarize offline", options: { policy: necessary, summarizer: offline } },
    {
      name: "prune at half the window, ignoring the cache",
      options: { policy: { ...advisable, prune }, summarizer: separate },
    },
    {
      name: "prune at every check, ignoring the cache",
      options: { policy: eager, summarizer: separate },
    },
    {
      name: "cache policy: prune at a check if it pays",
      options: { policy: eager, summarizer: aligned, cache },
    },
    {
      name: "cache policy: summarize if it pays, with the cheapest summarizer",
      options: {
        policy: advisable,
        summarizer: chooseByCost({ prices: PRICES, aligned, separate: small, offline }),
        cache,
      },
    },
  ];
}
