import { type CompactionCost, roundDollars, sumUsage } from "../message/cost.ts";
import type { History } from "../message/history.ts";
import type { SummaryAttempt } from "../message/receipt.ts";
import { dollarsOf } from "../tokens/dollars.ts";
import type { CompactionRun } from "./run.ts";

/** Returns what a compaction cost, at the prices of the catalog. */
export function costOf(
  { options, request, tracked }: Pick<CompactionRun, "options" | "request" | "tracked">,
  rewrittenTokens: number,
  attempts: readonly SummaryAttempt[],
): CompactionCost {
  const model = request.model ?? newestModel(tracked.history) ?? "";
  const rewriting = {
    inputTokens: rewrittenTokens,
    cacheWriteTokens: rewrittenTokens,
    outputTokens: 0,
  };
  const calls = [{ by: model, usage: rewriting }, ...attempts];
  const dollars = calls.map(({ by, usage }) => {
    if (usage === null || usage.inputTokens + usage.outputTokens === 0) return 0;
    const prices = options.catalog?.(by)?.prices;
    return prices === undefined ? Number.NaN : dollarsOf(usage, prices);
  });
  const sum = dollars.reduce((total, each) => total + each, 0);
  return {
    rewrittenTokens,
    summaryCalls: attempts.length,
    summaryUsage: sumUsage(attempts),
    dollars: Number.isNaN(sum) ? null : roundDollars(sum),
  };
}

function newestModel({ items }: History): string | undefined {
  const newest = items.findLast(({ message }) => message.role === "assistant")?.message;
  return newest?.role === "assistant" ? newest.model : undefined;
}
