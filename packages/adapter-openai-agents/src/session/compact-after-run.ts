import {
  type CompactionEvent,
  CutpointError,
  isCutpointError,
  type FitOutcome,
} from "@cutpoint/core";
import type { RequestUsage } from "@openai/agents-core";
import { summaryUsage } from "./summary-usage.ts";

/**
 * A compaction after a run, which is done and stored: whatever goes wrong is told and does not reject.
 *
 * @returns what the summarizer used; `null` where no model was asked
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
