import type { View } from "../log/view.ts";
import type { TokenEstimator } from "./estimator.ts";

/** What two views begin with alike, in whole messages: the estimate of it. */
export function commonPrefix(before: View, after: View, estimator: TokenEstimator): number {
  let tokens = 0;
  for (const [index, message] of after.messages.entries()) {
    const old = before.messages[index];
    if (old !== message && JSON.stringify(old) !== JSON.stringify(message)) break;
    tokens += estimator.estimate(message);
  }
  return tokens;
}
