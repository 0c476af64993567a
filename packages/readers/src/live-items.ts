import type { Item } from "@cutpoint/core";
import type { ImportedThread } from "./imported-session.ts";

/**
 * Returns the items of the conversation as it is now, with compacted items and without the summaries that replaced them.
 *
 * Abandoned items are left out. A summary stays if the file does not contain what it replaced.
 */
export function liveItems({ items, abandonedIds, compactions }: ImportedThread): readonly Item[] {
  const removed = new Set(abandonedIds);
  for (const { summaryId, afterId } of compactions)
    if (summaryId !== undefined && afterId !== null) removed.add(summaryId);
  return items.filter(({ id }) => !removed.has(id));
}
