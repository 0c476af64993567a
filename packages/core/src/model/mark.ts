import type { Calibrations } from "./calibration.ts";
import type { Digest } from "./digest.ts";
import type { Item } from "./item.ts";
import type { FilePart, Part, TextPart } from "./message.ts";

/** The mark version that this release writes. */
export const MARK_VERSION = 1;

/** The first release of `@cutpoint/core` that reads the marks which this one writes. */
export const MARK_REQUIRES = "0.1.0";

/** What a piece of the head is; the order of pieces in the head is the order in the view. */
export type HeadPieceKind =
  | "system"
  | "preamble"
  | "pin"
  | "first-request"
  | "human"
  | "state"
  | "summary"
  | "digest"
  | "end";

/** One piece of what stands before the kept items, by value, rendered when it was written. */
export type HeadPiece = {
  readonly kind: HeadPieceKind;
  /** The item (or pin) that the piece was taken from; `null` where the engine wrote it. */
  readonly sourceId: string | null;
  readonly part: TextPart | FilePart;
};

/** How much the compactions so far have covered. */
export type Covered = {
  readonly items: number;
  /** When the first and the last covered items were said, in ms since 1970; `null` where no covered item tells. */
  readonly from: number | null;
  readonly to: number | null;
  /** The newest covered turn ids, oldest first, at most 100. */
  readonly turnIds: readonly string[];
};

/** What must survive between calls so that compaction cannot run in circles. */
export type Guard = {
  /** The newest item when the newest summary was made: with nothing said since, there is nothing to compact. */
  readonly compactedThrough: string | null;
  /** The human message for which an overflow was recovered from: there is one recovery for each until the model answers. */
  readonly recoveredFor: string | null;
  /** How many compactions in a row came to nothing since the human message `missedFor`. */
  readonly misses: number;
  readonly missedFor: string | null;
  /** How full the context was at the last of them, in tokens. */
  readonly missedTokens: number;
};

/**
 * All that past compactions decided, complete in itself: the newest mark wins and nothing older is ever needed.
 *
 * Plain JSON and bounded, so that a host can keep it wherever it keeps its own state.
 */
export type Mark = {
  readonly version: typeof MARK_VERSION;
  readonly requires: string;
  /** The view shows the head, then every item after this one; `null` covers nothing. */
  readonly coveredThrough: string | null;
  /** Repairs the boundary when a host has deleted the message it named; `null` where nothing was kept. */
  readonly firstKeptId: string | null;
  /** The newest item when the mark was written: an answer up to it says nothing about the size of the context now. */
  readonly seenThrough: string | null;
  readonly head: readonly HeadPiece[];
  /** By item id, the parts that the view shows instead of the item's own. */
  readonly replaced: Readonly<Record<string, readonly Part[]>>;
  /** By item id, the pins of items that are still visible. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly digest: Digest | null;
  readonly covered: Covered;
  /** What reports up to `seenThrough` taught about the estimates. */
  readonly calibrations: Calibrations;
  readonly guard: Guard;
  /** The session ids of the sub-agents that run; none where it is absent. */
  readonly subAgents?: readonly string[];
};

/**
 * An entry on the path of a history that says nothing: `erased`, or of an `unknown-type` that a later release has added;
 * or the entry before which all is gone, `evicted` by retention.
 */
export type HistoryGap = {
  readonly type: "erased" | "evicted" | "unknown-type";
  readonly id: string;
};

/**
 * What the engine reads: what was said, and what past compactions decided.
 *
 * `trimmed` says that the items begin right after the mark's boundary (a log is read no further back than that);
 * without it the items are a host's whole history and the boundary is looked up among them. `gaps` are told to who
 * reads the view.
 */
export type History = {
  readonly items: readonly Item[];
  readonly mark: Mark | null;
  readonly trimmed?: boolean;
  readonly gaps?: readonly HistoryGap[];
};

/** The mark that covers nothing; hides and navigations in a log without compactions are kept in one of these. */
export function emptyMark(): Mark {
  return {
    version: MARK_VERSION,
    requires: MARK_REQUIRES,
    coveredThrough: null,
    firstKeptId: null,
    seenThrough: null,
    head: [],
    replaced: {},
    pinned: {},
    digest: null,
    covered: { items: 0, from: null, to: null, turnIds: [] },
    calibrations: {},
    guard: {
      compactedThrough: null,
      recoveredFor: null,
      misses: 0,
      missedFor: null,
      missedTokens: 0,
    },
  };
}

/** The prose of a mark's summary; `null` where it has none. */
export function summaryOf(mark: Mark | null): string | null {
  const part = mark?.head.find((piece) => piece.kind === "summary")?.part;
  return part?.type === "text" ? part.text : null;
}
