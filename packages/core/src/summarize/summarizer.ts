import type { Digest } from "../model/digest.ts";
import type { Item } from "../model/item.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** What a summarizer is given. */
export type SummaryRequest = {
  /** What is to be summarized, oldest first, without the beginning of a split turn. */
  readonly covered: readonly Item[];
  /** The beginning of a turn whose end is kept; empty where the cut is at a turn's start. */
  readonly turnPrefix: readonly Item[];
  /** What stays in the view, and so need not be repeated. */
  readonly kept: readonly Item[];
  /** The prose of the previous summary, to be merged and not quoted. */
  readonly previousSummary: string | null;
  /** Facts about everything covered so far; the engine shows its file lists beside the summary. */
  readonly digest: Digest;
  /** What the caller asks the summary to attend to. */
  readonly instructions: string | null;
  /** The most that the summary's text may take, measured by `estimator`. */
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
};

/** A summary: prose only; the engine puts everything else around it. */
export type Summary = {
  readonly text: string;
  /** How it was made: `extractive`, a model's name, … */
  readonly method: string;
  /** Model calls made, failed ones included. */
  readonly calls: number;
};

/**
 * Turns what is covered into prose.
 *
 * Contract: rejects when it cannot; a failure is never text. Honours `signal`. Makes at most a fixed number of model
 * calls. May be called again with the same request.
 */
export interface Summarizer {
  readonly name: string;
  summarize(request: SummaryRequest, signal: AbortSignal): Promise<Summary>;
}
