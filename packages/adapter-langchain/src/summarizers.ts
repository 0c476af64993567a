import type { Summarizer } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import type { SessionOptions } from "@cutpoint/session";

export type Summarizers = SessionOptions["summarizer"];

/**
 * Options of core with an optional summarizer.
 *
 * A summarizer or a list that makes network calls only is followed by `createExtractiveSummarizer()`, so that a model
 * which fails does not end a conversation. The result of a function is used as it is. Default: the extractive summarizer
 * alone.
 */
export type WithSummarizer<Options> = Omit<Options, "summarizer"> & {
  readonly summarizer?: Summarizers;
};

/** Returns summarizers of which one at least is offline, unless a function chooses them. */
export function endingOffline(given: Summarizers = []): Summarizers {
  if (typeof given === "function") return given;
  const list: readonly Summarizer[] = "summarize" in given ? [given] : given;
  return list.some(({ offline }) => offline === true)
    ? list
    : [...list, createExtractiveSummarizer()];
}
