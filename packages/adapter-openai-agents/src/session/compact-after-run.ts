import {
  type CompactionEvent,
  CutpointError,
  isCutpointError,
  type FitOutcome,
} from "@cutpoint/core";
import { sumUsage } from "@cutpoint/core/kit";
import type { RequestUsage } from "@openai/agents-core";
import { attemptsOf, requestUsage, SUMMARY_ENDPOINT } from "../model/usage.ts";

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
    const attempts = attemptsOf(await compact());
    return attempts.length === 0
      ? null
      : { usage: requestUsage(SUMMARY_ENDPOINT, sumUsage(attempts)) };
  } catch (cause) {
    onEvent(failedCompaction(cause));
    return null;
  }
}

/** Returns the event of a compaction that has thrown. */
export function failedCompaction(cause: unknown): CompactionEvent {
  const error = isCutpointError(cause)
    ? cause
    : new CutpointError("store-failed", "the session could not be compacted", { cause });
  const message = `Auto-compaction failed: ${error.message}`;
  return { type: "failed", reason: "threshold", willRetry: false, error, message };
}
