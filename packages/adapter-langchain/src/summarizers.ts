import type { SessionOptions } from "@cutpoint/session";

/**
 * Options of core with an optional summarizer.
 *
 * If a summarizer or a list has no offline summarizer, `createExtractiveSummarizer()` is added at the end, so a failing
 * model does not end a conversation. The result of a function is used unchanged. Default:
 * `createExtractiveSummarizer()`.
 */
export type WithSummarizer<Options> = Omit<Options, "summarizer"> & {
  readonly summarizer?: SessionOptions["summarizer"];
};
