import {
  type CompactionEvent,
  CutpointError,
  isCutpointError,
  type FitOutcome,
} from "@cutpoint/core";
import { sumUsage } from "@cutpoint/core/kit";
import { RequestUsage } from "@openai/agents-core";
import { attemptsOf, SUMMARY_ENDPOINT } from "../model/extra-usage.ts";

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

/**
 * Returns the usage of a compaction's summarizer, including failed attempts; `null` if no model was called. A call
 * without a report counts as 0 tokens.
 */
function summaryUsage(outcome: FitOutcome): RequestUsage | null {
  const attempts = attemptsOf(outcome);
  if (attempts.length === 0) return null;
  const { inputTokens, outputTokens, cacheReadTokens = 0 } = sumUsage(attempts);
  return new RequestUsage({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    inputTokensDetails: { cached_tokens: cacheReadTokens },
    endpoint: SUMMARY_ENDPOINT,
  });
}
