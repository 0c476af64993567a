import {
  type CompactionEvent,
  CutpointError,
  isCutpointError,
  type FitOutcome,
} from "@cutpoint/core";
import type { RequestUsage } from "@openai/agents-core";
import { summaryUsage } from "./summary-usage.ts";

/**
 * Compacts after a run. Errors are reported by `onEvent` and do not reject, because the run is already stored.
 *
 * @returns the usage of the summarizer; `null` if no model was called
 */
export async function compactAfterRun(
  compact: () => Promise<FitOutcome>,
  onEvent: (event: CompactionEvent) => void,
): Promise<{ usage: RequestUsage } | null> {
  try {
    const usage = summaryUsage(await compact());
    return usage === null ? null : { usage };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "the session could not be compacted", { cause });
    const message = `Auto-compaction failed: ${error.message}`;
    onEvent({ type: "failed", reason: "threshold", willRetry: false, error, message });
    return null;
  }
}
