import type { Summarizer } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

/**
 * Returns a list of summarizers that ends with the offline one, so that a failing model does not end a conversation. A
 * list with an offline summarizer stays as it is.
 */
export function withOfflineFallback(
  summarizers: Summarizer | readonly Summarizer[] = [],
): readonly Summarizer[] {
  const list = [summarizers].flat();
  return list.some(({ offline }) => offline === true)
    ? list
    : [...list, createExtractiveSummarizer()];
}
