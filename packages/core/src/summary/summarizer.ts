import type { Digest } from "../message/digest.ts";
import type { Item } from "../message/item.ts";
import type { SummaryAttempt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { View } from "../view/view.ts";

/** What the model was sent last, for a request that begins with the same bytes and so is read from the cache. */
export type LiveRequest = {
  readonly view: View;
  /** System text that is sent beside the view's own. */
  readonly system: string | null;
  /** Tool definitions as they are sent; `null` without tools. */
  readonly tools: unknown;
  /** The model that the view is for. */
  readonly model: string | null;
};

/** What a summarizer is given. Secrets are taken out of every text but those of `live` and `previousState`. */
export type SummaryRequest = {
  /** Set where `items` is a branch that was left; else it is the beginning of the conversation. */
  readonly about?: "branch";
  /** What is to be summarized, oldest first, without the beginning of a split turn. */
  readonly items: readonly Item[];
  /** The beginning of a turn whose end is kept; empty where the cut is at a turn's start. */
  readonly turnPrefix: readonly Item[];
  /** What stays in the view, and so need not be repeated. */
  readonly kept: readonly Item[];
  /** The covered items whose words stand in the view to the letter, and so need not be repeated. Default: none. */
  readonly verbatimIds?: readonly string[];
  /** The kept items that the view shows head and tail or as a note, as they were said. Default: none. */
  readonly shortened?: readonly Item[];
  /** The prose of the previous summary, to be merged and not quoted. */
  readonly previousSummary: string | null;
  /** The state that is in force. */
  readonly previousState: CompactionState | null;
  /** `null` where there is no conversation with a model, as for an abandoned branch. */
  readonly live: LiveRequest | null;
  /** Facts about everything covered so far; the engine shows its file lists beside the summary. */
  readonly digest: Digest;
  /** What the caller asks the summary to attend to. */
  readonly instructions: string | null;
  /** Lines that the host adds to what was said. */
  readonly contextLines: readonly string[];
  /** What to ask a model for, in place of the summarizer's own instructions. */
  readonly prompt: string | null;
  /** Whether a text of a few words for a user interface is wanted as well. */
  readonly shortText: boolean;
  /** The most that the summary's text may take, measured by `estimator`. */
  readonly maxTokens: number;
  /** The most calls to a model that may be made. */
  readonly maxCalls: number;
  readonly estimator: TokenEstimator;
};

/** A summary: prose only; the engine puts everything else around it. */
export type Summary = {
  readonly text: string;
  /** A text of a few words for a user interface, where it was asked for. */
  readonly shortText?: string;
  /** How it was made: `extractive`, a model's name, … */
  readonly method: string;
  /** Model calls made, failed ones included. */
  readonly calls: number;
  /** Those calls in order, with what each took; without it nothing is known of them but their number. */
  readonly attempts?: readonly SummaryAttempt[];
  /** The prompt that it was made with. */
  readonly promptVersion?: string;
};

/**
 * Turns what is covered into prose.
 *
 * Contract: rejects when it cannot; a failure is never text. The rejection should be a `CutpointError` with the code
 * `summary-failed` whose `failure` tells the calls that were made. Honours `signal`. Makes at most `maxCalls` calls to a
 * model and is the only one that retries them. May be called again with the same request.
 */
export interface Summarizer {
  readonly name: string;
  /** Whether it makes no network call; it is then asked even if the calls or the time are used up. Default: `false`. */
  readonly offline?: boolean;
  summarize(request: SummaryRequest, signal: AbortSignal): Promise<Summary>;
}
