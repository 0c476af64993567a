import type { CompactionEvent } from "@cutpoint/core";
import { compactionProgress } from "@cutpoint/host-kit";
import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
import { getConfig } from "@langchain/langgraph";

/**
 * Reports a near limit, the start and the end of a compaction, and a recovery to the current run: to its stream `custom`,
 * and to its callback handlers as the custom event `compaction`. Must be called inside a graph node.
 */
export function reportProgress(event: CompactionEvent): void {
  const shown = compactionProgress(event);
  const config = getConfig();
  if (shown === null || config === undefined) return;
  const progress = { type: "compaction", ...shown };
  config.writer?.(progress);
  // A run without callbacks has nobody to tell.
  dispatchCustomEvent("compaction", progress, config).catch(() => undefined);
}
