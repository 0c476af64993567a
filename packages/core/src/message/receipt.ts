import type { CompactionCost } from "./cost.ts";
import type { Json } from "./json.ts";
import type { TokenUsage } from "./message.ts";

/** Why a compaction ran. `tool`: the model asked for it. */
export type CompactionReason =
  | "threshold"
  | "overflow"
  | "manual"
  | "model-change"
  | "idle"
  | "tool"
  | "reset"
  | "revert";

/** One step of a compaction and the tokens it saved. `ids` are the items that it changed; none for a summary. */
export type PruningStep = {
  readonly name: "files" | "truncate" | "superseded" | "prune" | "summary";
  readonly ids: readonly string[];
  readonly savedTokens: number;
};

/** A part of a state that was removed or shortened because of `maxStateBytes`. */
export type TrimmedPart = "memory" | "digest" | "turn-ids" | "replacements" | "user-text";

/** The record of one compaction. Both view sizes are estimates that include system text and tools. */
export type Receipt = {
  readonly reason: CompactionReason;
  /** The name of the summary method as the summarizer reports it; `pruning` without a summary. */
  readonly method: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Tokens of the prefix that the requests before and after share: system text, tools and whole messages. A warm prompt cache holds it. */
  readonly commonPrefixTokens: number;
  readonly cost: CompactionCost;
  /** The steps, cheapest first. */
  readonly steps: readonly PruningStep[];
  /** The summarized items. `firstId` and `lastId` are `null` if pruning was enough. */
  readonly compacted: {
    readonly items: number;
    readonly tokens: number;
    readonly firstId: string | null;
    readonly lastId: string | null;
  };
  readonly kept: { readonly items: number; readonly tokens: number };
  readonly compactedThrough: string | null;
  readonly firstKeptId: string | null;
  /** The first item of the turn that the cut splits; `null` if it does not split a turn. */
  readonly splitTurnId: string | null;
  /** Items whose user text is kept verbatim. */
  readonly verbatimIds: readonly string[];
  /** Rules of the user that the state has from now on, and those that it had before, verbatim. */
  readonly rules: { readonly entered: readonly string[]; readonly left: readonly string[] };
  /** Items that are truncated because they are too large. */
  readonly truncatedIds: readonly string[];
  /** Parts of the state that were removed or shortened because of `maxStateBytes`. */
  readonly trimmed: readonly TrimmedPart[];
  readonly summaryTokens: number;
  /** The model calls for the summary, including failed ones, in order. Their tokens are not part of the context. */
  readonly attempts: readonly SummaryAttempt[];
  /** The version of the prompt; `null` without a prompt. */
  readonly promptVersion: string | null;
  /** A few words for a user interface; `null` if they were not requested or not returned. */
  readonly shortText: string | null;
  /** The `details` of a summary that a hook supplied. */
  readonly details?: Json;
  /** The `preserved` value of a hook's decision. */
  readonly preserved?: Json;
};

/**
 * Why a call, or a summarizer, returned no usable summary.
 *
 * | fault | cause |
 * | --- | --- |
 * | `empty` | no text, blank text, or headings without content |
 * | `reasoning-only` | reasoning without an answer |
 * | `cut-off` | the output limit was reached |
 * | `filtered` | a content filter or a refusal |
 * | `tool-call` | the model called a tool instead of answering |
 * | `unfinished` | the model stopped for another reason |
 * | `protocol` | the text contains markup of reasoning or tool calls |
 * | `missing-headings` | required sections are missing |
 * | `echo` | the text repeats the conversation |
 * | `empty-conversation` | the text says that there is nothing to summarize |
 * | `too-large` | more tokens than allowed |
 * | `not-smaller` | the view would not become small enough |
 * | `overflow` | the request did not fit the model, even in the smallest parts |
 * | `no-room` | prompt and answer leave no room for the conversation in the model's window |
 * | `too-many-calls` | the allowed calls are used up or too few |
 * | `timeout` | the time was used up |
 * | `unavailable` | the model could not be called, also after retries |
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
  /** The name of the summarizer. */
  readonly by: string;
  /** `null` if the answer was used. */
  readonly fault: SummaryFault | null;
  /** The reported usage; `null` if the provider reported none. */
  readonly usage: TokenUsage | null;
};

/** Details of an error with the code `summary-failed`. */
export type SummaryFailure = {
  readonly fault: SummaryFault;
  readonly attempts: readonly SummaryAttempt[];
};
