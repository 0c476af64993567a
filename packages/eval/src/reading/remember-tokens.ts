import type { Message, TokenEstimator } from "@cutpoint/core";

/** An estimator that counts each message once, and each text that is asked for again soon. */
export function rememberTokens(estimator: TokenEstimator): TokenEstimator {
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
      if (text.length > LONGEST_REMEMBERED) return estimator.estimateText(text);
      const known = texts.get(text);
      if (known !== undefined) return known;
      const tokens = estimator.estimateText(text);
      if (texts.size >= MOST_REMEMBERED) texts.clear();
      texts.set(text, tokens);
      return tokens;
    },
  };
}

const LONGEST_REMEMBERED = 500;
const MOST_REMEMBERED = 100_000;
