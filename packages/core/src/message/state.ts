import type { Digest } from "./digest.ts";
import { CutpointError } from "./error.ts";
import type { FilePart, Part, TextPart } from "./message.ts";

/**
 * How the provider's count of one model relates to our estimate: about `constantTokens + ratio × estimate`.
 *
 * The constant holds what no message shows: a system prompt and tools that the host did not tell, framing.
 */
export type Calibration = {
  readonly ratio: number;
  readonly constantTokens: number;
  /** How many answers it was learned from. */
  readonly samples: number;
  /** The newest of them, in tokens: what was estimated and what was reported. */
  readonly estimatedTokens: number;
  readonly reportedTokens: number;
};

/** By model, `""` where the answers name none; at most eight models, the newest last. */
export type Calibrations = Readonly<Record<string, Calibration>>;

/** The mark version that this release writes. */
export const STATE_VERSION = 1;

/** The first release of `@cutpoint/core` that reads the states which this one writes. */
export const STATE_REQUIRES = "0.1.0";

/** What a piece of the head is; the order of pieces in the head is the order in the view. */
export type PrefixBlockKind =
  | "system"
  | "preamble"
  | "pin"
  | "first-request"
  | "user"
  | "reminder"
  | "summary"
  | "digest"
  | "end";

/** One piece of what stands before the kept items, by value, rendered when it was written. */
export type PrefixBlock = {
  readonly kind: PrefixBlockKind;
  /** The item (or pin) that the piece was taken from; `null` where the engine wrote it. */
  readonly sourceId: string | null;
  readonly part: TextPart | FilePart;
};

/** How much the compactions so far have covered. */
export type CompactedRange = {
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
  readonly compactedAtItemId: string | null;
  /** The human message for which an overflow was recovered from: there is one recovery for each until the model answers. */
  readonly recoveredUserMessageId: string | null;
  /** How many compactions in a row came to nothing since the human message `failedUserMessageId`. */
  readonly failures: number;
  readonly failedUserMessageId: string | null;
  /** How full the context was at the last of them, in tokens. */
  readonly tokensAtFailure: number;
};

/** Which signed reasoning the model still accepts. */
export type ThinkingState = {
  /**
   * Stands for the model, system text and tools of the last request. `null` if messages were part of that request only:
   * its answer is bound to them.
   */
  readonly requestKey: string | null;
  /** Signed reasoning up to this item was made under another request; `null` for none. */
  readonly validAfter: string | null;
  /** Whether the model refuses signed reasoning behind other messages than those that it was made under. */
  readonly isBound: boolean;
};

/**
 * All that past compactions decided, complete in itself: the newest state wins and nothing older is ever needed.
 *
 * Plain JSON and bounded, so that a host can keep it wherever it keeps its own state.
 */
export type CompactionState = {
  readonly version: typeof STATE_VERSION;
  readonly requires: string;
  /** The view shows the head, then every item after this one; `null` covers nothing. */
  readonly compactedThrough: string | null;
  /** Repairs the boundary when a host has deleted the message it named; `null` where nothing was kept. */
  readonly firstKeptId: string | null;
  /** The newest item when the state was written: an answer up to it says nothing about the size of the context now. */
  readonly lastSeenId: string | null;
  readonly prefix: readonly PrefixBlock[];
  /** By item id, the parts that the view shows instead of the item's own. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** By item id, the pins of items that are still visible. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly digest: Digest | null;
  readonly compacted: CompactedRange;
  /** What reports up to `lastSeenId` taught about the estimates. */
  readonly calibrations: Calibrations;
  readonly guard: Guard;
  /** Left out until a request names a model that binds its thinking. */
  readonly thinking?: ThinkingState;
  /** The session ids of the sub-agents that run; none where it is absent. */
  readonly subAgents?: readonly string[];
};

/** The mark that covers nothing; hides and navigations in a log without compactions are kept in one of these. */
export function emptyState(): CompactionState {
  return {
    version: STATE_VERSION,
    requires: STATE_REQUIRES,
    compactedThrough: null,
    firstKeptId: null,
    lastSeenId: null,
    prefix: [],
    replacements: {},
    pinned: {},
    digest: null,
    compacted: { items: 0, from: null, to: null, turnIds: [] },
    calibrations: {},
    guard: {
      compactedAtItemId: null,
      recoveredUserMessageId: null,
      failures: 0,
      failedUserMessageId: null,
      tokensAtFailure: 0,
    },
  };
}

/** The prose of a state's summary; `null` where it has none. */
export function summaryOf(state: CompactionState | null): string | null {
  const part = state?.prefix.find((piece) => piece.kind === "summary")?.part;
  return part?.type === "text" ? part.text : null;
}

/**
 * Accepts every compaction state that this release can read.
 *
 * @throws `unsupported-version` naming the release that is needed
 */
export function assertReadableState(value: unknown, field = "state"): void {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (fields["compactedThrough"] === undefined && fields["coveredThrough"] !== undefined)
    throw preRelease(field);
  const { version, requires } = fields;
  if (typeof version !== "number" || version <= STATE_VERSION) return;
  throw new CutpointError(
    "unsupported-version",
    `${field}.version is ${version}: this release of @cutpoint/core reads states up to ${STATE_VERSION}; ` +
      `use @cutpoint/core ${typeof requires === "string" ? requires : "of a later release"} or newer`,
  );
}

function preRelease(field: string): CutpointError {
  return new CutpointError(
    "unsupported-version",
    `${field} was written by a pre-release; start a new session`,
  );
}
