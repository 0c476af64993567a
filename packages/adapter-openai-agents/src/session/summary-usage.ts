import type { FitOutcome, SummaryAttempt } from "@cutpoint/core";
import { sumUsage } from "@cutpoint/core/kit";
import { RequestUsage } from "@openai/agents-core";
import { SUMMARY_ENDPOINT } from "../model/extra-usage.ts";

/** Returns the usage of a compaction's summarizer, including failed attempts; `null` if no model was called. */
export function summaryUsage(outcome: FitOutcome): RequestUsage | null {
  const attempts = attemptsOf(outcome).filter(({ usage }) => usage !== null);
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

function attemptsOf(outcome: FitOutcome): readonly SummaryAttempt[] {
  if (outcome.type === "compacted") return outcome.receipt.attempts;
  return outcome.type === "failed" ? (outcome.error.failure?.attempts ?? []) : [];
}
