import type { Message, TokenEstimator } from "@cutpoint/core";

/** Caches the counts of messages and of short texts. */
export function cacheTokens(estimator: TokenEstimator): TokenEstimator {
  const messages = new WeakMap<Message, number>();
  const texts = new Map<string, number>();
  return {
    name: estimator.name,
    estimate: (message) => {
      const known = messages.get(message);
      if (known !== undefined) return known;
      const tokens = estimator.estimate(message);
      messages.set(message, tokens);
      return tokens;
    },
    estimateText: (text) => {
      if (text.length > LONGEST_CACHED) return estimator.estimateText(text);
      const known = texts.get(text);
      if (known !== undefined) return known;
      const tokens = estimator.estimateText(text);
      if (texts.size >= MOST_CACHED) texts.clear();
      texts.set(text, tokens);
      return tokens;
    },
  };
}

const LONGEST_CACHED = 500;
const MOST_CACHED = 100_000;
