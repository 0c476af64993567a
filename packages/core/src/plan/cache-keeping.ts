import type { History } from "../model/mark.ts";
import type { CompactionCost } from "../model/receipt.ts";
import type { SummaryAttempt } from "../model/summary-attempt.ts";
import type { Plan } from "./plan.ts";

/** What planning asks of whoever knows a provider's cache; `createCachePolicy` makes one. */
export interface CachePolicy {
  /** Whether the provider is believed to have the conversation in its cache still. `now` is in ms since 1970. */
  isWarm(history: History, model: string | undefined, now: number): boolean;
  /** Above so many tokens no plan waits for the cache to be cold. */
  ceilingOf(windowTokens: number): number;
  /** What a plan will save over the requests that are expected, less what it will cost; below 0 it may wait. */
  netOf(plan: Plan): number;
  /** What a plan that was carried out cost and is worth. */
  costOf(
    plan: Plan,
    done: {
      readonly tokensAfter: number;
      readonly commonPrefixTokens: number;
      readonly attempts: readonly SummaryAttempt[];
    },
  ): CompactionCost;
}
