import type { TokenUsage } from "./message.ts";

/** What a compaction cost. */
export type CompactionCost = {
  /** Tokens of the view after the common prefix. The provider has not cached them in this order. */
  readonly rewrittenTokens: number;
  /** The model calls for the summary, including failed ones. */
  readonly summaryCalls: number;
  /** The usage that was reported for these calls. */
  readonly summaryUsage: Required<TokenUsage>;
  /**
   * The price of these calls and of writing the rewritten tokens to the cache, in US dollars; `null` if a price is unknown.
   * Prices are those that `catalog` has for the model of the conversation and for the names of the summarizers.
   */
  readonly dollars: number | null;
};

/** What all compactions of a conversation cost, and the calls of automatic ones that failed. */
export type TotalCost = CompactionCost & { readonly compactions: number };

export const NO_COST: TotalCost = {
  compactions: 0,
  rewrittenTokens: 0,
  summaryCalls: 0,
  summaryUsage: sumUsage([]),
  dollars: 0,
};

/** @param compactions 0 for an attempt that failed */
export function addCost(
  before: TotalCost = NO_COST,
  cost: CompactionCost,
  compactions = 1,
): TotalCost {
  const isKnown = before.dollars !== null && cost.dollars !== null;
  return {
    compactions: before.compactions + compactions,
    rewrittenTokens: before.rewrittenTokens + cost.rewrittenTokens,
    summaryCalls: before.summaryCalls + cost.summaryCalls,
    summaryUsage: sumUsage([{ usage: before.summaryUsage }, { usage: cost.summaryUsage }]),
    dollars: isKnown ? roundDollars((before.dollars ?? 0) + (cost.dollars ?? 0)) : null,
  };
}

/** Rounds to a millionth, so that a sum takes few characters in a state. */
export function roundDollars(dollars: number): number {
  return Math.round(dollars * 1_000_000) / 1_000_000;
}

/** Returns the sum of the reported usage of some calls. */
export function sumUsage(
  calls: readonly { readonly usage: TokenUsage | null }[],
): Required<TokenUsage> {
  const sum = (field: keyof TokenUsage): number =>
    calls.reduce((total, { usage }) => total + (usage?.[field] ?? 0), 0);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
  };
}
