import type { Message, TokenEstimator } from "@cutpoint/core";

/** An estimator whose counts can be set, for example for a message whose files were left out. */
export type AdjustableEstimator = TokenEstimator & {
  /** Sets the tokens of a message. The same object then counts as this. */
  readonly set: (message: Message, tokens: number) => void;
};

export function createAdjustableEstimator(estimator: TokenEstimator): AdjustableEstimator {
  const adjusted = new WeakMap<Message, number>();
  return {
    name: estimator.name,
    estimateText: (text) => estimator.estimateText(text),
    estimate: (message) => adjusted.get(message) ?? estimator.estimate(message),
    set: (message, tokens) => void adjusted.set(message, tokens),
  };
}
