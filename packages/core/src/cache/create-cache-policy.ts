import { assertValid, fields } from "../message/assert-message.ts";
import { invalidInput } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { CachePolicy } from "../plan/plan.ts";
import { tokenLimit } from "../plan/trigger.ts";
import { visibleItems } from "../view/boundary.ts";
import { type CachePrices, estimateCost, type Prices, pricesOf } from "./cache-cost.ts";

export type CachePolicyOptions = CachePrices & {
  /** The lifetime of a prompt in the cache, in ms: 300,000 or 3,600,000 at Anthropic. */
  readonly ttlMs: number;
  /** Above this many tokens no compaction waits. Default: the window minus min(16,384, 25 %). */
  readonly ceilingTokens?: number;
};

/** One answer without cached input may be due to the provider's routing. */
const COLD_READINGS = 3;

/**
 * Creates the `cache` option of a compactor. A compaction above the policy's trigger then waits while the provider has the
 * conversation in its cache, unless it pays for itself. Above `ceilingTokens` it does not wait.
 *
 * The cache is cold after `ttlMs` without an answer, after three answers in a row without cached input, for another model
 * than the one that answered last, and after a change of the view.
 *
 * @throws `invalid-input` if a number is not valid
 */
export function createCachePolicy(options: CachePolicyOptions): CachePolicy {
  assertValid(options, fields({}), "options");
  const prices = pricesOf(options);
  const { ceilingTokens, ttlMs } = options;
  if (!(ttlMs > 0)) throw invalidInput("ttlMs", ttlMs, "expected a positive number of ms");
  return {
    nextExpiry: (history, model, now) => nextExpiry(history, model, { now, ttlMs, prices }),
    ceilingOf: (windowTokens) => ceilingTokens ?? tokenLimit({ type: "reserve" }, windowTokens),
    netOf(plan) {
      const { cheapest, ...routes } = estimateCost(plan, options);
      return routes[cheapest].net;
    },
  };
}

function nextExpiry(
  history: History,
  model: string | undefined,
  { now, prices, ttlMs }: { readonly now: number; readonly ttlMs: number; readonly prices: Prices },
): number | null {
  const { items, state } = visibleItems(history);
  const seen = items.findLastIndex(({ id }) => id === state?.lastSeenId);
  let readings = 0;
  let until = now + ttlMs;
  for (const { at, message } of items.slice(seen + 1).reverse()) {
    if (message.role !== "assistant" || message.finishReason === "error") continue;
    if (readings === 0) {
      until = (at ?? now) + ttlMs;
      if (now > until) return null;
      if (model !== undefined && (message.model ?? model) !== model) return null;
    }
    const read = message.usage?.cacheReadTokens;
    if (read === undefined || read >= Math.max(1, prices.minPrefix)) return until;
    readings += 1;
    if (readings === COLD_READINGS) return null;
  }
  return readings > 0 ? until : null;
}
