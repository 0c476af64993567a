import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { stepsOf, systemMessages } from "./steps.ts";

/** The newest messages that fit, and nothing else: what a summary has to be better than. */
export function createKeepNewest(): Arm {
  return {
    role: "method",
    name: "keep-newest",
    compact: ({ messages, budgetTokens, estimator }) => [
      ...systemMessages(messages),
      ...newestMessages(stepsOf(messages, estimator), budgetTokens, estimator).messages,
    ],
  };
}
