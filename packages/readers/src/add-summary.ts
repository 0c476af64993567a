import { textOf, type UserMessage } from "@cutpoint/core";
import { fromUser } from "./messages.ts";
import type { CompactionFacts, ItemOrigin, ThreadBuilder } from "./thread-builder.ts";

/** Adds a summary, and the compaction that made it. */
export function addSummary(
  thread: ThreadBuilder,
  parts: UserMessage["parts"],
  origin: ItemOrigin,
  facts: CompactionFacts = {},
): void {
  const afterId = thread.newestId();
  const message = fromUser("summary", parts);
  const summaryId = thread.add(message, origin);
  const known = { afterId, summary: textOf(message), summaryId, keptIds: [], at: origin.at };
  thread.compact({ method: "summary", ...known, ...facts });
}
