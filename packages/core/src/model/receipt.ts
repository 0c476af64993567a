/** Why a compaction ran. */
export type CompactionReason =
  | "threshold"
  | "overflow"
  | "manual"
  | "model-change"
  | "idle"
  | "reset"
  | "revert";

/** One step of a compaction, with the items that it changed and what it saved, in tokens of one scale. */
export type Rung = {
  readonly name: "files" | "clamp" | "superseded" | "useless" | "prune" | "summary";
  readonly ids: readonly string[];
  readonly savedTokens: number;
};

/**
 * What one compaction did, in tokens and ids, computed from its result.
 *
 * `tokensBefore` and `tokensAfter` are the estimates of the two views on one scale, system text and tools included.
 */
export type Receipt = {
  readonly reason: CompactionReason;
  /** How the summary was made, as its summarizer names it; `hidden` where none was needed. */
  readonly method: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The steps that were taken, cheapest first. */
  readonly rungs: readonly Rung[];
  /** What the summary covers; `firstId` and `lastId` are `null` where hiding was enough. */
  readonly covered: {
    readonly items: number;
    readonly tokens: number;
    readonly firstId: string | null;
    readonly lastId: string | null;
  };
  readonly kept: { readonly items: number; readonly tokens: number };
  readonly coveredThrough: string | null;
  readonly firstKeptId: string | null;
  /** Where the cut lies inside a turn: the first item of that turn. */
  readonly splitTurnId: string | null;
  /** Items whose human words the head carries. */
  readonly carriedIds: readonly string[];
  /** Items shown head and tail only, because they are too large. */
  readonly clampedIds: readonly string[];
  readonly summaryTokens: number;
  /** Model calls that the summary took. */
  readonly calls: number;
};
