import { dollarsOf } from "@cutpoint/core/cache";
import { modelCatalog } from "@cutpoint/models";
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
      return prices === undefined ? [] : dollarsOf(message.usage, prices);
    }),
  );
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}
