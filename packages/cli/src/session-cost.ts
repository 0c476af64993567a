import type { TokenUsage } from "@cutpoint/core";
import { modelCatalog, type ModelLimits } from "@cutpoint/models";
import type { ImportedSession } from "@cutpoint/readers";

/**
 * Returns what the answers of a session cost, in US dollars; `null` if no answer has a usage and a model with a known
 * price.
 *
 * Writing to a cache is charged at the price of its shorter lifetime.
 */
export function sessionCost({ threads }: ImportedSession): number | null {
  const costs = threads.flatMap(({ items, models }) =>
    items.flatMap(({ message }) => {
      if (message.role !== "assistant" || message.usage === undefined) return [];
      const prices = modelCatalog(message.model ?? models[0] ?? "")?.prices;
      return prices === undefined ? [] : costOf(message.usage, prices);
    }),
  );
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

function costOf(
  { cacheReadTokens = 0, cacheWriteTokens = 0, inputTokens, outputTokens }: TokenUsage,
  prices: NonNullable<ModelLimits["prices"]>,
): number {
  const { above = [] } = prices;
  const price = above.findLast((step) => inputTokens > step.inputTokens) ?? prices;
  const uncached = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const perMillion =
    uncached * price.input +
    cacheReadTokens * (price.cacheRead ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return perMillion / 1_000_000;
}
