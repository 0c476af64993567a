/** Why a compaction ran. */
export type CompactionReason = "threshold" | "overflow" | "manual" | "reset" | "revert";

/**
 * What one compaction did, in tokens and ids, computed from its result.
 *
 * `tokensBefore` and `tokensAfter` are the estimates of the two views on one scale, system text and tools included.
 */
export type Receipt = {
  readonly reason: CompactionReason;
  /** How the summary was made, as its summarizer names it. */
  readonly method: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly covered: {
    readonly items: number;
    readonly tokens: number;
    readonly firstId: string;
    readonly lastId: string;
  };
  readonly kept: { readonly items: number; readonly tokens: number };
  readonly coveredThrough: string;
  readonly firstKeptId: string | null;
  /** Where the cut lies inside a turn: the first item of that turn. */
  readonly splitTurnId: string | null;
  /** Items whose human words the head carries. */
  readonly carriedIds: readonly string[];
  /** Items shown head and tail only, because they are too large. */
  readonly clampedIds: readonly string[];
  readonly summaryTokens: number;
  /** Model calls that the summary took, and what they used; never an anchor for the size of the context. */
  readonly calls: number;
};
