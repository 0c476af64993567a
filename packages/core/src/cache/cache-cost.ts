import { invalidInput } from "../message/error.ts";
import { getOwn } from "../message/json.ts";
import type { Plan } from "../plan/plan.ts";

/** A provider's prices as multiples of the price of one uncached input token. */
export type CachePrices = {
  /** The price of a cached input token: 0.1 at Anthropic, 0.1 to 0.5 at OpenAI by model. */
  readonly readPrice: number;
  /** The price of writing a token to the cache: 1.25 at Anthropic (2 for an hour), 1 if it costs nothing extra. */
  readonly writePrice: number;
  /** The shortest prefix that is cached, in tokens: 1,024 for most models. */
  readonly minPrefix: number;
  /** The price of an output token. Default: 5. */
  readonly outputPrice?: number;
  /** The input prices of other models by summarizer name. Default: 1. */
  readonly summarizerPrices?: Readonly<Record<string, number>>;
  /** The number of requests within which a compaction should pay for itself. Default: 20. */
  readonly expectedRequests?: number;
};

export type Prices = Required<CachePrices>;

/** How a summary is made. `offline` calls no model. */
export type SummaryRoute = "aligned" | "separate" | "offline";

/** Expected cost and benefit, as multiples of the price of one uncached input token. */
export type RouteCost = {
  /** The cost of making the summary. */
  readonly summary: number;
  /** The cost of writing the cache anew. Negative if the cache was cold, since less is written. */
  readonly rewrite: number;
  readonly savedPerRequest: number;
  /** The number of requests after which the compaction has paid for itself; `null` if it never does. */
  readonly paidBackAfter: number | null;
  /** The savings over the expected requests minus the costs. */
  readonly net: number;
};

/** The cost of a plan for each route. */
export type CostEstimate = Readonly<Record<SummaryRoute, RouteCost>> & {
  /** The cheaper of the two routes with a model; `offline` if neither pays for itself. */
  readonly cheapest: SummaryRoute;
};

/** @throws `invalid-input` if a number is negative or not finite */
export function pricesOf(prices: CachePrices): Prices {
  const {
    expectedRequests = 20,
    minPrefix,
    outputPrice = 5,
    readPrice,
    summarizerPrices = {},
    writePrice,
  } = prices;
  const numbers = { expectedRequests, minPrefix, outputPrice, readPrice, writePrice };
  for (const [field, value] of Object.entries({ ...summarizerPrices, ...numbers }))
    if (!Number.isFinite(value) || value < 0)
      throw invalidInput(field, value, "expected a number, 0 or more");
  return { ...numbers, summarizerPrices };
}

/**
 * Estimates the cost of a plan for each route: with a summary that continues the live conversation (`aligned`), with one
 * by another model (`separate`), and without a model.
 *
 * @param separate the name of the separate summarizer, for its price
 */
export function estimateCost(plan: Plan, prices: CachePrices, separate = ""): CostEstimate {
  const all = pricesOf(prices);
  const { outputPrice, readPrice, summarizerPrices, writePrice } = all;
  const { compactedTokens, isWarm, keptTokens, summaryTokens, tokensBefore } = plan;
  const savedTokens = plan.steps.reduce((sum, step) => sum + step.savedTokens, 0);
  const written = summaryTokens * outputPrice;
  const cachedPrice = isWarm === true ? readPrice : writePrice;
  const price = getOwn(summarizerPrices, separate) ?? 1;
  const isSummarized = plan.compacted.length > 0;
  const cost = (summary: number): RouteCost =>
    costOf(
      {
        tokensBefore,
        tokensAfter: tokensBefore - compactedTokens - savedTokens + summaryTokens,
        commonPrefixTokens: plan.commonPrefixTokens,
        summary: isSummarized ? summary : 0,
        isWarm: isWarm === true,
      },
      all,
    );
  const routes = {
    aligned: cost((tokensBefore - keptTokens) * cachedPrice + written),
    separate: cost(price * (compactedTokens + written)),
    offline: cost(0),
  };
  const model = routes.aligned.summary <= routes.separate.summary ? "aligned" : "separate";
  return { ...routes, cheapest: routes[model].net < 0 ? "offline" : model };
}

/** Two views and the cost of the summary between them. */
type Change = {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly commonPrefixTokens: number;
  readonly summary: number;
  readonly isWarm: boolean;
};

/**
 * Returns the cost and benefit of a change of the view. With a warm cache, everything after the common prefix is written
 * instead of read: `(after − prefix) · (write − read)`. With a cold cache, less is written than without the change.
 */
export function costOf(change: Change, prices: Prices): RouteCost {
  const { isWarm, commonPrefixTokens, summary, tokensAfter, tokensBefore } = change;
  const { expectedRequests, minPrefix, readPrice, writePrice } = prices;
  const isCached = tokensBefore >= minPrefix;
  const read = isCached ? readPrice : 1;
  const extra = isCached ? writePrice - read : 0;
  const stays = commonPrefixTokens < minPrefix ? 0 : Math.min(commonPrefixTokens, tokensAfter);
  const rewrite = extra * (tokensAfter - (isWarm ? stays : tokensBefore));
  const savedPerRequest = (tokensBefore - tokensAfter) * read;
  const spent = summary + rewrite;
  return {
    summary,
    rewrite,
    savedPerRequest,
    paidBackAfter: spent <= 0 ? 0 : savedPerRequest > 0 ? spent / savedPerRequest : null,
    net: expectedRequests * savedPerRequest - spent,
  };
}
