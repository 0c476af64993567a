import { costOf } from "../../../packages/eval/src/replay/cost.ts";
import { emptyLedger, type Ledger } from "../../../packages/eval/src/replay/ledger.ts";
import type { Replayed } from "../../../packages/eval/src/replay/replay.ts";
import { dollarsOf, MODELS } from "./dollars.ts";

/** A conversation that was replayed in a way. */
export type Played = Replayed & {
  readonly way: string;
  readonly windowTokens: number;
  readonly conversation: string;
};

/** The means of one way in one window. */
export type Summary = {
  readonly way: string;
  readonly windowTokens: number;
  readonly conversations: number;
  readonly compactions: number;
  /** The tokens that requests wrote again, for each token of conversation. */
  readonly rewritten: number;
  /** The share of the input that was read from the cache. */
  readonly cacheHits: number;
  readonly viewTokens: number;
  /** The share of a view after a compaction that is unchanged. */
  readonly unchanged: number;
  /** In units of uncached input for each token of conversation, without answers. */
  readonly cost: number;
  /** In US dollars for a million tokens of conversation, by model. */
  readonly dollars: Readonly<Record<string, number>>;
  readonly largestTokens: number;
  readonly aboveWindow: number;
  readonly summaryCalls: number;
  /** In percent. */
  readonly quality: number;
  readonly far: number;
};

/** Returns the means of all conversations that were played in a way and a window. */
export function summarize(played: readonly Played[]): Summary {
  const sum = emptyLedger();
  let tokens = 0;
  for (const { conversationTokens, ledger } of played) {
    tokens += conversationTokens;
    for (const name of Object.keys(sum) as (keyof Ledger)[])
      sum[name] =
        name === "largestTokens" ? Math.max(sum[name], ledger[name]) : sum[name] + ledger[name];
  }
  const count = Math.max(1, played.length);
  const [first] = played;
  const input = sum.readTokens + sum.writtenTokens;
  const costs = played.map(({ conversationTokens, ledger }) => costOf(ledger, conversationTokens));
  return {
    way: first?.way ?? "",
    windowTokens: first?.windowTokens ?? 0,
    conversations: played.length,
    compactions: rounded(sum.compactions / count, 1),
    rewritten: rounded((sum.writtenTokens - tokens) / tokens, 2),
    cacheHits: rounded(sum.readTokens / input, 3),
    viewTokens: Math.round(sum.viewTokens / sum.requests),
    unchanged: rounded(sum.unchangedTokens / Math.max(1, sum.compactedViewTokens), 3),
    cost: rounded(mean(costs), 2),
    dollars: Object.fromEntries(
      MODELS.map((model) => [model, rounded(dollarsOf(sum, tokens, model), 2)]),
    ),
    largestTokens: sum.largestTokens,
    aboveWindow: sum.aboveWindow,
    summaryCalls: rounded(sum.summaryCalls / count, 1),
    quality: rounded(100 * mean(played.map(({ quality }) => mean(quality))), 1),
    far: rounded(100 * mean(played.map(({ far }) => mean(far))), 1),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
