import type { Json } from "./json.ts";
import type { SummaryAttempt } from "./summary-attempt.ts";

/** Why a compaction ran. */
export type CompactionReason =
  | "threshold"
  | "overflow"
  | "manual"
  | "model-change"
  | "idle"
  | "reset"
  | "revert";

/**
 * One step of a compaction, with what it saved, in tokens of one scale. `ids` are the items that it changed; a summary
 * changes none, and what it covers is told by `compacted`.
 */
export type PruningStep = {
  readonly name: "files" | "truncate" | "superseded" | "useless" | "prune" | "summary";
  readonly ids: readonly string[];
  readonly savedTokens: number;
};

/** What a compaction cost and is worth, in the price of one token of input that no cache knows. */
export type CompactionCost = {
  /** Of making the summary. */
  readonly summary: number;
  /** Of writing to the cache what was read from it before; below 0 where the cache was cold, as less is written. */
  readonly rewrite: number;
  readonly savedPerRequest: number;
  /** After so many requests it has paid for itself; `null` where it never does. */
  readonly paidBackAfter: number | null;
  /** What is saved over the requests that are expected, less what was spent. */
  readonly net: number;
};

/**
 * What one compaction did, in tokens and ids, computed from its result.
 *
 * `tokensBefore` and `tokensAfter` are the estimates of the two views on one scale, system text and tools included.
 */
export type Receipt = {
  readonly reason: CompactionReason;
  /** How the summary was made, as its summarizer names it; `pruning` where none was needed. */
  readonly method: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What both requests begin with, message by message, system text and tools included: a cache that is warm has it. */
  readonly commonPrefixTokens: number;
  /** Where the compactor knows the prices of a cache. */
  readonly cost?: CompactionCost;
  /** The steps that were taken, cheapest first. */
  readonly steps: readonly PruningStep[];
  /** What the summary covers; `firstId` and `lastId` are `null` where hiding was enough. */
  readonly compacted: {
    readonly items: number;
    readonly tokens: number;
    readonly firstId: string | null;
    readonly lastId: string | null;
  };
  readonly kept: { readonly items: number; readonly tokens: number };
  readonly compactedThrough: string | null;
  readonly firstKeptId: string | null;
  /** Where the cut lies inside a turn: the first item of that turn. */
  readonly splitTurnId: string | null;
  /** Items whose human words the head carries. */
  readonly verbatimIds: readonly string[];
  /** Items shown head and tail only, because they are too large. */
  readonly truncatedIds: readonly string[];
  readonly summaryTokens: number;
  /** The model calls that the summary took, failed ones included, in order. Their tokens are not part of the context. */
  readonly attempts: readonly SummaryAttempt[];
  /** The prompt that the summary was made with; `null` where there was none. */
  readonly promptVersion: string | null;
  /** A text of a few words for a user interface; `null` where none was asked for, or none could be made. */
  readonly shortText: string | null;
  /** What a hook gave along with the summary that it supplied. */
  readonly details?: Json;
  /** What a hook wants kept with this compaction, given back as it was. */
  readonly preserved?: Json;
};
