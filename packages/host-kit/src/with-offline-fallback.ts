import type { CompactorOptions } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

/**
 * Returns summarizers that end with the offline one, so that a failing model does not end a conversation. A function,
 * and a list with an offline summarizer, stay as they are.
 */
export function withOfflineFallback(
  summarizer: CompactorOptions["summarizer"] = [],
): CompactorOptions["summarizer"] {
  if (typeof summarizer === "function") return summarizer;
  const list = [summarizer].flat();
  return list.some(({ offline }) => offline === true)
    ? list
    : [...list, createExtractiveSummarizer()];
}
