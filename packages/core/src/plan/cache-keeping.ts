import type { History } from "../model/mark.ts";
import type { CompactionCost } from "../model/receipt.ts";
import type { SummaryAttempt } from "../model/summary-attempt.ts";
import type { Plan } from "./plan.ts";

/** What planning asks of whoever knows a provider's cache; `createCachePolicy` makes one. */
export interface CachePolicy {
  /** Whether the provider is believed to have the conversation in its cache still. `now` is in ms since 1970. */
  isWarm(history: History, model: string | undefined, now: number): boolean;
  /** Whether a plan that is due waits until the cache is cold. */
  waits(plan: Plan, tokens: number, windowTokens: number): boolean;
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
