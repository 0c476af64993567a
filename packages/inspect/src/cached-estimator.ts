import type { Message, TokenEstimator } from "@cutpoint/core";

/** An estimator that counts each message once, and whose counts can be set. */
export type CachedEstimator = TokenEstimator & {
  /** Sets the tokens of a message, such as one whose files were left out. */
  readonly set: (message: Message, tokens: number) => void;
};

export function cachedEstimator(estimator: TokenEstimator): CachedEstimator {
  const known = new WeakMap<Message, number>();
  return {
    name: estimator.name,
    estimateText: (text) => estimator.estimateText(text),
    estimate: (message) => {
      const tokens = known.get(message) ?? estimator.estimate(message);
      known.set(message, tokens);
      return tokens;
    },
    set: (message, tokens) => {
      known.set(message, tokens);
    },
  };
}
