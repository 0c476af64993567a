import type { Digest } from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import type { Json } from "../message/json.ts";
import type { SummaryAttempt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { View } from "../view/view.ts";

/** The last request to the model, for a summary request that begins with the same bytes and is read from its cache. */
export type LiveRequest = {
  readonly view: View;
  /** System text in addition to the view's system messages. */
  readonly system: string | null;
  /** Tool definitions; `null` without tools. */
  readonly tools: unknown;
  /** The model of the view; `null` if it is not known. */
  readonly model: string | null;
  /** Whether `redact` would change it. Do not send it then. Default: `false`. */
  readonly hasSecrets?: boolean;
};

/** The input of a summarizer. Secrets are redacted everywhere except in `live` and `previousState`. */
export type SummaryRequest = {
  /** Set if `items` is a branch that was left. Otherwise it is the start of the conversation. */
  readonly about?: "branch";
  /** The items to summarize, oldest first, without the start of a split turn. */
  readonly items: readonly Item[];
  /** The start of a turn whose end is kept; empty if the cut does not split a turn. */
  readonly turnPrefix: readonly Item[];
  /** Whether the conversation is a long chat without tools. Default: judged by the items. */
  readonly isChat?: boolean;
  /** The items that stay in the view and need not be summarized. */
  readonly kept: readonly Item[];
  /** Items whose user text the view contains verbatim. It need not be repeated. Default: none. */
  readonly verbatimIds?: readonly string[];
  /** Items whose user text the view contains without its middle. Default: none. */
  readonly truncatedIds?: readonly string[];
  /** User messages that leave the view now, oldest first. Only the summary can keep their facts. Default: none. */
  readonly droppedUserText?: readonly Item[];
  /** The user's rules, which the view lists beside the summary. Sentences that repeat one are removed. Default: none. */
  readonly rules?: readonly string[];
  /** Rules that the user has just revoked or replaced. They no longer apply. Default: none. */
  readonly revokedRules?: readonly string[];
  /** Kept items that the view shows truncated or as a notice, in full. Default: none. */
  readonly shortened?: readonly Item[];
  /** The summaries of earlier parts, which stay in the view before this one, oldest first. Do not repeat them. Default: none. */
  readonly earlierSummaries?: readonly string[];
  /** The summary that this one replaces. Merge it instead of quoting it. */
  readonly previousSummary: string | null;
  /** The current compaction state. */
  readonly previousState: CompactionState | null;
  /** `null` without a conversation, as for a branch that was left. */
  readonly live: LiveRequest | null;
  /** Facts about everything compacted so far. Its file lists are shown beside the summary. */
  readonly digest: Digest;
  /** Instructions of the caller. */
  readonly instructions: string | null;
  /** Lines that the app adds to the conversation. */
  readonly contextLines: readonly string[];
  /** Replaces the summarizer's own prompt. */
  readonly prompt: string | null;
  /** Whether a text of a few words for a user interface is requested too. */
  readonly shortText: boolean;
  /** The size limit of the summary's text, as counted by `estimator`. */
  readonly maxTokens: number;
  /** The limit for model calls. */
  readonly maxCalls: number;
  readonly estimator: TokenEstimator;
};

/** A summary in prose. Cutpoint adds everything around it. */
export type Summary = {
  readonly text: string;
  /** A text of a few words for a user interface, if requested. */
  readonly shortText?: string;
  /** How the summary was made: `extractive`, the name of a model, … */
  readonly method: string;
  /** The number of model calls, including failed ones. */
  readonly calls: number;
  /** The model calls in order, with their usage. */
  readonly attempts?: readonly SummaryAttempt[];
  /** The version of the prompt. */
  readonly promptVersion?: string;
  /** What the summarizer needs to know for the next summary, also of earlier parts. It is stored, and passed as `previousState.memory`. */
  readonly memory?: Json;
};

/**
 * Summarizes compacted items.
 *
 * A summarizer rejects if it cannot return a summary; it never returns an error as text. It should reject with the code
 * `summary-failed` and list the calls in `failure`. It respects `signal`, makes at most `maxCalls` calls, and is the only
 * one to retry them. It may be called again with the same request.
 */
export interface Summarizer {
  readonly name: string;
  /** Whether it makes no network call. It is then called even if the calls or the time are used up. Default: `false`. */
  readonly offline?: boolean;
  summarize(request: SummaryRequest, signal: AbortSignal): Promise<Summary>;
  /**
   * Adds lines of the items to a summary that a model wrote, in the room that it leaves.
   *
   * Called for the first offline summarizer of a list, unless it wrote the summary. Returns the whole summary, of at most
   * `request.maxTokens` tokens. `previousSummary` contains the lines that were added before. Default: the model's summary
   * is used alone.
   */
  fill?(summary: string, request: SummaryRequest, signal: AbortSignal): Promise<Summary>;
}
