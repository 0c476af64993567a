import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { stepsOf, systemMessages } from "./steps.ts";

/** Creates a method that keeps only the newest messages that fit. A summary must be better than this. */
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
