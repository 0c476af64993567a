import type { Plan } from "../plan/plan.ts";
import type { Summarizer } from "../summary/summarizer.ts";
import { type CachePrices, estimateCost, type SummaryRoute } from "./cache-cost.ts";

export type ChooseByCostOptions = {
  readonly prices: CachePrices;
  /** Continues the live conversation, so that the provider reads it from its cache. */
  readonly aligned: Summarizer;
  /** Sends the text alone to another model, whose price is in `prices.summarizerPrices`. */
  readonly separate: Summarizer;
  /** Makes no network call, such as `createExtractiveSummarizer()` of `@cutpoint/extractive`. */
  readonly offline: Summarizer;
};

/**
 * Creates a `summarizer` function that orders summarizers by {@link estimateCost}, cheapest first. If no model's summary
 * pays for itself, only the offline summarizer is used.
 */
export function chooseByCost(
  options: ChooseByCostOptions,
): (plan: Plan | null) => readonly Summarizer[] {
  const { aligned, offline, prices, separate } = options;
  const orders: Readonly<Record<SummaryRoute, readonly Summarizer[]>> = {
    aligned: [aligned, separate, offline],
    separate: [separate, aligned, offline],
    offline: [offline],
  };
  return (plan) =>
    orders[plan === null ? "separate" : estimateCost(plan, prices, separate.name).cheapest];
}
