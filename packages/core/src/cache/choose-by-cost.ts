import type { Plan } from "../plan/plan.ts";
import type { Summarizer } from "../summary/summarizer.ts";
import { type CachePrices, estimateCost, type SummaryRoute } from "./cache-cost.ts";

export type ChooseByCostOptions = {
  readonly prices: CachePrices;
  /** Asks behind the live conversation, so that the provider reads it from its cache. */
  readonly aligned: Summarizer;
  /** Asks another model about the text alone; `prices.summarizerPrices` names its price. */
  readonly separate: Summarizer;
  /** Makes no network call, such as `createExtractiveSummarizer()` of `@cutpoint/extractive`. */
  readonly offline: Summarizer;
};

/**
 * Whom to ask for a summary, the cheapest first, by `estimateCost`; the others follow, in case it fails. Where no
 * model's summary would pay for itself, only the offline one is asked. To be given to a compactor as `summarizer`.
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
