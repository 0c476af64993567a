import type { Json } from "./json.ts";
import type { TokenUsage } from "./message.ts";

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

/** A part of a state that was removed or shortened to make the state smaller. */
export type TrimmedPart = "digest" | "turn-ids" | "replacements" | "user-text";

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
  /** What was removed from the state because of `maxStateBytes`. */
  readonly trimmed: readonly TrimmedPart[];
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

/**
 * Why an answer, or a whole candidate, gave no usable summary.
 *
 * | fault | what happened |
 * | --- | --- |
 * | `empty` | no text, blank text, or headings with nothing under them |
 * | `reasoning-only` | the model thought and did not answer |
 * | `cut-off` | the output limit was reached |
 * | `filtered` | a content filter or a refusal |
 * | `tool-call` | the model called a tool instead of answering |
 * | `unfinished` | it stopped for any other reason than being done |
 * | `protocol` | markup of reasoning or of tool calls in the text |
 * | `missing-headings` | sections that were asked for are not there |
 * | `echo` | the conversation was given back |
 * | `empty-conversation` | it says that there is nothing to summarize |
 * | `too-large` | more tokens than were allowed |
 * | `not-smaller` | the view would not have become smaller by enough |
 * | `overflow` | the request did not fit the model's window, however small its parts were made |
 * | `no-room` | the window has no room for a conversation beside prompt and answer |
 * | `too-many-calls` | the calls allowed are used up, or too few for what is to be read |
 * | `timeout` | no answer in time |
 * | `unavailable` | the model could not be asked, also after retries |
 */
export type SummaryFault =
  | "empty"
  | "reasoning-only"
  | "cut-off"
  | "filtered"
  | "tool-call"
  | "unfinished"
  | "protocol"
  | "missing-headings"
  | "echo"
  | "empty-conversation"
  | "too-large"
  | "not-smaller"
  | "overflow"
  | "no-room"
  | "too-many-calls"
  | "timeout"
  | "unavailable";

/** One call to a model for a summary. */
export type SummaryAttempt = {
  /** The summarizer that made it. */
  readonly by: string;
  /** `null` where the answer was used. */
  readonly fault: SummaryFault | null;
  /** What the provider reported; `null` where it told nothing. */
  readonly usage: TokenUsage | null;
};

/** What an error of the code `summary-failed` carries: why, and the calls that were made. */
export type SummaryFailure = {
  readonly fault: SummaryFault;
  readonly attempts: readonly SummaryAttempt[];
};

/** The sum of what the attempts reported, in tokens: it belongs to no context. */
export function sumUsage(attempts: readonly SummaryAttempt[]): TokenUsage {
  const sum = (field: keyof TokenUsage): number =>
    attempts.reduce((total, { usage }) => total + (usage?.[field] ?? 0), 0);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
  };
}
