import type { CompactionEvent, Json } from "@cutpoint/core";
import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
import { getConfig } from "@langchain/langgraph";

/** The steps that a user interface shows: the start of a compaction and its end. */
const SHOWN = ["started", "applied", "skipped", "cancelled", "failed"] as const;

/**
 * Reports the start and the end of a compaction to the current run: to its stream `custom`, and to its callback handlers
 * as the custom event `compaction`. Must be called inside a graph node.
 */
export function reportProgress(event: CompactionEvent): void {
  const status = SHOWN.find((type) => type === event.type);
  const config = getConfig();
  if (status === undefined || config === undefined) return;
  const progress = { type: "compaction", status, ...detailsOf(event) };
  config.writer?.(progress);
  // A run without callbacks has nobody to tell.
  dispatchCustomEvent("compaction", progress, config).catch(() => undefined);
}

function detailsOf(event: CompactionEvent): Readonly<Record<string, Json>> {
  if (event.type === "started") return { tokensBefore: event.tokensBefore };
  if (event.type === "failed") return { message: event.message };
  if (event.type !== "applied") return {};
  const { method, tokensAfter, tokensBefore } = event.receipt;
  return { tokensBefore, tokensAfter, method };
}
