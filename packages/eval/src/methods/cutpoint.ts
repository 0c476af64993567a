import { compactMessages } from "@cutpoint/core";
import type { Arm } from "./method.ts";
import { systemMessages } from "./steps.ts";

/** What Cutpoint does by itself: `compactMessages` with the offline summarizer. */
export function createCutpoint(): Arm {
  return {
    role: "method",
    name: "cutpoint",
    compact: async ({ messages, budgetTokens, estimator }) => {
      const system = systemMessages(messages).reduce(
        (sum, message) => sum + estimator.estimate(message),
        0,
      );
      const compacted = await compactMessages(messages, {
        budgetTokens: budgetTokens + system,
        estimator,
      });
      return compacted.messages;
    },
  };
}
