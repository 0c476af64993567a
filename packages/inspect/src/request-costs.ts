import type { Receipt } from "@cutpoint/core";

/** Prices of a token that is read from the cache or written to it, as multiples of an uncached one. */
const PRICES = { read: 0.1, write: 1.25 } as const;

/** The size and the cost of requests so far. Costs are in uncached input tokens. */
export type RequestCosts = {
  readonly requests: number;
  readonly compactions: number;
  readonly largestTokens: number;
  readonly cost: number;
  /** The same requests with all messages. */
  readonly costWithout: number;
  /** Requests with all messages that are larger than the window. */
  readonly tooLarge: number;
};

export type RequestCosting = {
  /** Adds the tokens of a message. */
  readonly add: (tokens: number) => void;
  /** Counts a request, with the receipt of the compaction before it. */
  readonly request: (receipt: Receipt | null) => RequestCosts;
};

/** Sums up what requests cost if the provider's cache is always warm. */
export function createRequestCosts(windowTokens: number): RequestCosting {
  let view = 0;
  let all = 0;
  let cached = 0;
  let cachedWithout = 0;
  let costs: RequestCosts = {
    requests: 0,
    compactions: 0,
    largestTokens: 0,
    cost: 0,
    costWithout: 0,
    tooLarge: 0,
  };
  return {
    add(tokens) {
      view += tokens;
      all += tokens;
    },
    request(receipt) {
      if (receipt !== null) {
        view = receipt.tokensAfter;
        cached = receipt.commonPrefixTokens;
      }
      costs = {
        requests: costs.requests + 1,
        compactions: costs.compactions + (receipt === null ? 0 : 1),
        largestTokens: Math.max(costs.largestTokens, view),
        cost: costs.cost + costOf(view, cached),
        costWithout: costs.costWithout + costOf(all, cachedWithout),
        tooLarge: costs.tooLarge + (all > windowTokens ? 1 : 0),
      };
      cached = view;
      cachedWithout = all;
      return costs;
    },
  };
}

function costOf(tokens: number, cachedTokens: number): number {
  return cachedTokens * PRICES.read + (tokens - cachedTokens) * PRICES.write;
}
