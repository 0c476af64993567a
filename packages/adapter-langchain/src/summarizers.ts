import { withOfflineFallback } from "@cutpoint/host-kit";
import type { SessionOptions } from "@cutpoint/session";

export type Summarizers = SessionOptions["summarizer"];

/**
 * Options of core with an optional summarizer.
 *
 * If a summarizer or a list has no offline summarizer, `createExtractiveSummarizer()` is added at the end, so a failing
 * model does not end a conversation. The result of a function is used unchanged. Default:
 * `createExtractiveSummarizer()`.
 */
export type WithSummarizer<Options> = Omit<Options, "summarizer"> & {
  readonly summarizer?: Summarizers;
};

/** Adds the offline summarizer if the list has none, unless a function chooses the summarizers. */
export function endingOffline(summarizers: Summarizers = []): Summarizers {
  if (typeof summarizers === "function") return summarizers;
  return withOfflineFallback(summarizers);
}
