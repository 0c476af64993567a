import type { CompactorOptions } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

/**
 * Returns summarizers that end with the offline one, so that a failing model does not end a conversation. A function,
 * a list with an offline summarizer, and other values, which the compactor rejects, stay as they are.
 */
export function withOfflineFallback(
  summarizer: CompactorOptions["summarizer"] = [],
): CompactorOptions["summarizer"] {
  if (typeof summarizer === "function") return summarizer;
  const list = [summarizer].flat();
  const needsFallback = list.every(
    (one) => typeof one?.summarize === "function" && one.offline !== true,
  );
  return needsFallback ? [...list, createExtractiveSummarizer()] : summarizer;
}
