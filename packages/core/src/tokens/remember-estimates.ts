import type { Message } from "../model/message.ts";
import type { TokenEstimator } from "./estimator.ts";

/** The same estimator, asked once for each message object. */
export function rememberEstimates(estimator: TokenEstimator): TokenEstimator {
  const known = new WeakMap<Message, number>();
  return {
    name: estimator.name,
    estimate(message) {
      const before = known.get(message);
      if (before !== undefined) return before;
      const tokens = estimator.estimate(message);
      known.set(message, tokens);
      return tokens;
    },
    estimateText: (text) => estimator.estimateText(text),
  };
}
