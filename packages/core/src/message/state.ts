import type { TotalCost } from "./cost.ts";
import type { Digest } from "./digest.ts";
import { CutpointError } from "./error.ts";
import type { Json } from "./json.ts";
import {
  type FilePart,
  type Message,
  MIN_CHAT_MESSAGES,
  type Part,
  type TextPart,
  usesTool,
} from "./message.ts";
import type { Origin } from "./origin.ts";

/** The relation of a model's token count to the estimate: about `constantTokens + ratio × estimate`. */
export type Calibration = {
  readonly ratio: number;
  /** Tokens that no message accounts for: system text and tools that are not in the request, and framing. */
  readonly constantTokens: number;
  /** How many answers this was learned from. */
  readonly samples: number;
  /** Estimate and report of the newest of these answers, in tokens. */
  readonly estimatedTokens: number;
  readonly reportedTokens: number;
};

/** By model, `""` for answers without one; at most eight models, the newest last. */
export type Calibrations = Readonly<Record<string, Calibration>>;

/** The limits that a provider reported for a model, in its own tokens. */
export type LearnedLimits = {
  readonly windowTokens?: number;
  readonly requestBytes?: number;
  readonly requestImages?: number;
  readonly requestFiles?: number;
  readonly requestMessages?: number;
};

/** The version of the states that this release writes. It reads version 1 too. */
export const STATE_VERSION = 2;

/** The first release of `@cutpoint/core` that reads these states. */
export const STATE_REQUIRES = "0.1.0";

/** The kinds of prefix blocks, from the most stable to the most volatile. Only states of version 1 have an `end`. */
export const PREFIX_BLOCK_KINDS = [
  "system",
  "preamble",
  "rules",
  "first-request",
  "user",
  "summary",
  "pin",
  "reminder",
  "digest",
  "end",
] as const;
export type PrefixBlockKind = (typeof PREFIX_BLOCK_KINDS)[number];

/** One piece of the prefix. Its text is raw: the view adds labels. */
export type PrefixBlock = {
  readonly kind: PrefixBlockKind;
  /** The item or pin that the block was copied from; `null` if Cutpoint wrote it. */
  readonly sourceId: string | null;
  readonly part: TextPart | FilePart;
  /** The author of a pinned message, or of user text with a name. */
  readonly origin?: Origin;
  /** The segment of user text, a summary or lists of files. Default: 1. Lists without one are in the notes. */
  readonly segment?: number;
  /** How many times the user sent the text. Default: 1. */
  readonly times?: number;
};

/** A rule of the user that is valid until it is revoked. */
export type Rule = {
  /** The words of the user or the app, verbatim. */
  readonly text: string;
  /** The item that states it; `null` if the app added it. */
  readonly sourceId: string | null;
};

/** What all compactions together have compacted. */
export type CompactedRange = {
  readonly items: number;
  /** The times of the first and the last item, in ms since the epoch; `null` if no item has a time. */
  readonly from: number | null;
  readonly to: number | null;
  /** The newest turn ids, oldest first, at most 100. */
  readonly turnIds: readonly string[];
};

/** Stops repeated compactions that do not help. */
type Guard = {
  /** The newest item at the newest compaction. Without a newer item there is nothing to compact. */
  readonly compactedAtItemId: string | null;
  /** The user message whose overflow was recovered. There is one recovery for it until the model answers. */
  readonly recoveredUserMessageId: string | null;
  /** The number of failed compactions in a row since the user message `failedUserMessageId`. */
  readonly failures: number;
  readonly failedUserMessageId: string | null;
  /** The size of the context at the last failure, in tokens. */
  readonly tokensAtFailure: number;
};

/** The signed reasoning that the model still accepts. */
export type ThinkingState = {
  /** A hash of model, system text and tools of the last request; `null` if it had messages of its own. */
  readonly requestKey: string | null;
  /** The newest item with signed reasoning for another request; `null` without one. */
  readonly validAfter: string | null;
  /** Whether the model accepts signed reasoning only after the messages it was made for. */
  readonly isBound: boolean;
};

/** The decisions of all past compactions as bounded, plain JSON. Only the newest state is needed. */
export type CompactionState = {
  readonly version: 1 | typeof STATE_VERSION;
  readonly requires: string;
  /** The newest compacted item. The view shows the prefix, then every item after it; `null` if nothing is compacted. */
  readonly compactedThrough: string | null;
  /** Locates the cut if the item of `compactedThrough` was deleted; `null` if nothing was kept. */
  readonly firstKeptId: string | null;
  /** The newest item when the state was written. Usage reported up to it does not measure the current context. */
  readonly lastSeenId: string | null;
  readonly prefix: readonly PrefixBlock[];
  /** The user's rules, oldest first. The prefix repeats them. Default: none. */
  readonly rules?: readonly Rule[];
  /** Parts that the view shows instead of an item's own, by item id. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** The pins of visible items, by item id. */
  readonly pinned: Readonly<Record<string, string>>;
  readonly digest: Digest | null;
  /** What the summarizer stored with the summary. Default: nothing. */
  readonly memory?: Json;
  readonly compacted: CompactedRange;
  /** Whether the conversation is a long chat without tools. Absent until it has 40 messages or a tool call. */
  readonly isChat?: boolean;
  /** Learned from the usage reported up to `lastSeenId`. */
  readonly calibrations: Calibrations;
  /** Learned from refused requests, by model; at most eight models. Absent until a request is refused. */
  readonly limits?: Readonly<Record<string, LearnedLimits>>;
  readonly guard: Guard;
  /** What compactions cost so far. Absent before the first. */
  readonly cost?: TotalCost;
  /** Absent until a request names a model that binds its thinking. */
  readonly thinking?: ThinkingState;
  /** The session ids of running sub-agents. Default: none. */
  readonly subAgents?: readonly string[];
};

/** Returns a state without compactions. */
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

/** One compaction's part of the prefix: user text, its summary and new files. It stays until all are written anew. */
export type Segment = { readonly number: number; readonly blocks: readonly PrefixBlock[] };

const SEGMENT_KINDS: ReadonlySet<PrefixBlockKind> = new Set(["first-request", "user", "summary"]);

/** Whether a block is in a segment. Lists of files that have no segment are in the notes of an older state. */
export function isInSegment({ kind, segment }: PrefixBlock): boolean {
  return SEGMENT_KINDS.has(kind) || (kind === "digest" && segment !== undefined);
}

/** Returns the segments of a prefix, oldest first. */
export function segmentsOf(prefix: readonly PrefixBlock[]): readonly Segment[] {
  const blocks = prefix.filter(isInSegment);
  return [...Map.groupBy(blocks, ({ segment = 1 }) => segment)].map(([number, blocks]) => ({
    number,
    blocks,
  }));
}

/** Returns the summaries of a prefix, oldest first. */
export function summariesOf(prefix: readonly PrefixBlock[]): readonly string[] {
  return prefix.flatMap(({ kind, part }) =>
    kind === "summary" && part.type === "text" ? [part.text] : [],
  );
}

/** Returns the text of all summaries of a state; `null` if it has none. */
export function summaryOf(state: CompactionState | null): string | null {
  const summaries = summariesOf(state?.prefix ?? []);
  return summaries.length === 0 ? null : summaries.join("\n\n");
}

/**
 * Whether a conversation is a long chat without tools; `undefined` until it has 40 messages or a tool call. A recorded
 * decision stays. Only the first tool call ends a chat. `messages` are the visible ones.
 */
export function isChatSoFar(
  state: CompactionState | null,
  messages: readonly Message[],
): boolean | undefined {
  const { commands = [], filesModified = [], filesRead = [], searches = [] } = state?.digest ?? {};
  const facts = [commands, filesModified, filesRead, searches];
  if (messages.some(usesTool) || facts.some(({ length }) => length > 0)) return false;
  if (state?.isChat !== undefined) return state.isChat;
  const count = (state?.compacted.items ?? 0) + messages.length;
  return count >= MIN_CHAT_MESSAGES ? true : undefined;
}

/** @throws `unsupported-version` if a newer release wrote the state; the message names the release to use */
export function assertReadableState(value: unknown, field = "state"): void {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { version, requires } = fields;
  if (!Number.isInteger(version) || Number(version) <= STATE_VERSION) return;
  throw new CutpointError(
    "unsupported-version",
    `${field}.version is ${String(version)}: this release of @cutpoint/core reads states up to ${STATE_VERSION}; ` +
      `use @cutpoint/core ${typeof requires === "string" ? requires : "of a later release"} or newer`,
  );
}
