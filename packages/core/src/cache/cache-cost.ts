import { invalidInput } from "../message/error.ts";
import type { CompactionCost } from "../message/receipt.ts";
import type { Plan } from "../plan/plan.ts";

/** What a provider charges, as multiples of the price of one token of input that no cache knows. */
export type CachePrices = {
  /** Of a token that is read from the cache: 0.1 at Anthropic, 0.1 to 0.5 at OpenAI by model. */
  readonly readPrice: number;
  /** Of a token that is written to it: 1.25 at Anthropic (2 for an hour), 1 where that costs nothing more. */
  readonly writePrice: number;
  /** What is shorter is not cached, in tokens: 1,024 for most models. */
  readonly minPrefix: number;
  /** Of a token of the answer. Default 5. */
  readonly outputPrice?: number;
  /** Of the input of other models, by the name of the summarizer that asks them. Default 1. */
  readonly summarizerPrices?: Readonly<Record<string, number>>;
  /** Over how many requests a compaction is to pay for itself. Default 20. */
  readonly expectedRequests?: number;
};

export type Prices = Required<CachePrices>;

/** How a summary may be made. `offline` takes no model. */
export type SummaryRoute = "aligned" | "separate" | "offline";

/** What a plan will cost by the way in which its summary is made. */
export type CostEstimate = Readonly<Record<SummaryRoute, CompactionCost>> & {
  /** The cheaper of the two that ask a model; `offline` where neither pays for itself. */
  readonly cheapest: SummaryRoute;
};

/** @throws `invalid-input` naming the number that is none */
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
      throw invalidInput(field, value, "it should be a number, 0 or more");
  return { ...numbers, summarizerPrices };
}

/**
 * What a plan will cost, before it is carried out: with a summary that is asked for behind the live conversation
 * (`aligned`), with one that another model makes of the text alone (`separate`), and without a model.
 *
 * @param separate the summarizer of the separate model, for its price
 */
export function estimateCost(plan: Plan, prices: CachePrices, separate = ""): CostEstimate {
  const all = pricesOf(prices);
  const { outputPrice, readPrice, summarizerPrices, writePrice } = all;
  const { compactedTokens, isWarm, keptTokens, summaryTokens, tokensBefore } = plan;
  const savedTokens = plan.steps.reduce((sum, step) => sum + step.savedTokens, 0);
  const written = summaryTokens * outputPrice;
  const cachedPrice = isWarm === true ? readPrice : writePrice;
  const price = Object.hasOwn(summarizerPrices, separate) ? (summarizerPrices[separate] ?? 1) : 1;
  const isSummarized = plan.compacted.length > 0;
  const cost = (summary: number): CompactionCost =>
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
  const ways = {
    aligned: cost((tokensBefore - keptTokens) * cachedPrice + written),
    separate: cost(price * (compactedTokens + written)),
    offline: cost(0),
  };
  const model = ways.aligned.summary <= ways.separate.summary ? "aligned" : "separate";
  return { ...ways, cheapest: ways[model].net < 0 ? "offline" : model };
}

/** Two views and what lies between them, in tokens; `summary` is what was paid for it. */
type Change = {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly commonPrefixTokens: number;
  readonly summary: number;
  readonly isWarm: boolean;
};

/**
 * What a change of the view costs and is worth. While the cache is warm, all behind the common prefix is written where
 * it would have been read: `(after − prefix) · (write − read)`. When it is cold, less is written than without the change.
 */
export function costOf(change: Change, prices: Prices): CompactionCost {
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
