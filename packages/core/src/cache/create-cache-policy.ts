import { invalidInput } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { CompactionCost, SummaryAttempt } from "../message/receipt.ts";
import type { CachePolicy, Plan } from "../plan/plan.ts";
import { tokenLimit } from "../plan/trigger.ts";
import { visibleItems } from "../view/boundary.ts";
import { type CachePrices, costOf, estimateCost, type Prices, pricesOf } from "./cache-cost.ts";

export type CachePolicyOptions = CachePrices & {
  /** How long a provider keeps what nobody reads, in ms: 300,000 or 3,600,000 at Anthropic. */
  readonly ttlMs: number;
  /** Above this many tokens nothing waits. Default: the window less min(16,384, 25 %). */
  readonly ceilingTokens?: number;
};

/** So many answers in a row must have come without the cache: a single one may be the provider's routing. */
const COLD_READINGS = 3;

/**
 * Lets a compaction that is only advisable wait as long as the provider has the conversation in its cache, unless it
 * pays for itself within the requests that are expected. To be given to a compactor or a session as `cache`; the
 * policy's trigger then says where a compaction is advisable, and `ceilingTokens` where it is necessary.
 *
 * The cache is cold after `ttlMs` without an answer, after three answers in a row that read nothing from it, for another
 * model than the one that answered last, and where the view has changed since.
 *
 * @throws `invalid-input` naming the number that is none
 */
export function createCachePolicy(options: CachePolicyOptions): CachePolicy {
  const prices = pricesOf(options);
  const { ceilingTokens, ttlMs } = options;
  if (Number.isNaN(ttlMs) || ttlMs <= 0)
    throw invalidInput("ttlMs", ttlMs, "it should be a number of ms above 0");
  return {
    isWarm: (history, model, now) => isWarm(history, model, { now, ttlMs, prices }),
    ceilingOf: (windowTokens) => ceilingTokens ?? tokenLimit({ type: "reserve" }, windowTokens),
    netOf(plan) {
      const { cheapest, ...ways } = estimateCost(plan, options);
      return ways[cheapest].net;
    },
    costOf: (plan, done) => costAfter(plan, done, prices),
  };
}

function isWarm(
  history: History,
  model: string | undefined,
  { now, prices, ttlMs }: { readonly now: number; readonly ttlMs: number; readonly prices: Prices },
): boolean {
  const { items, state } = visibleItems(history);
  const seen = items.findLastIndex(({ id }) => id === state?.lastSeenId);
  let readings = 0;
  for (const { at, message } of items.slice(seen + 1).reverse()) {
    if (message.role !== "assistant" || message.finishReason === "error") continue;
    if (readings === 0) {
      if (at !== undefined && now - at > ttlMs) return false;
      if (model !== undefined && (message.model ?? model) !== model) return false;
    }
    const read = message.usage?.cacheReadTokens;
    if (read === undefined || read >= Math.max(1, prices.minPrefix)) return true;
    readings += 1;
    if (readings === COLD_READINGS) return false;
  }
  return readings > 0;
}

function costAfter(
  plan: Plan,
  done: {
    readonly tokensAfter: number;
    readonly commonPrefixTokens: number;
    readonly attempts: readonly SummaryAttempt[];
  },
  prices: Prices,
): CompactionCost {
  const summary = done.attempts.reduce((sum, attempt) => sum + attemptCost(attempt, prices), 0);
  return costOf(
    {
      tokensBefore: plan.tokensBefore,
      tokensAfter: done.tokensAfter,
      commonPrefixTokens: done.commonPrefixTokens,
      summary,
      isWarm: plan.isWarm === true,
    },
    prices,
  );
}

function attemptCost({ by, usage }: SummaryAttempt, prices: Prices): number {
  if (usage === null) return 0;
  const { cacheReadTokens = 0, cacheWriteTokens = 0, inputTokens, outputTokens } = usage;
  const { outputPrice, readPrice, summarizerPrices, writePrice } = prices;
  const anew = inputTokens - cacheReadTokens - cacheWriteTokens;
  const cached = cacheReadTokens * readPrice + cacheWriteTokens * writePrice;
  const price = Object.hasOwn(summarizerPrices, by) ? (summarizerPrices[by] ?? 1) : 1;
  return price * (anew + cached + outputTokens * outputPrice);
}
