import { isFromUser } from "../reading/reading.ts";
import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { messagesOf, type Step, stepsOf, systemMessages } from "./steps.ts";

/** Largest share of the budget for user messages. */
const USER_SHARE = 0.5;

/** Creates a method that keeps user messages verbatim, newest first, then the newest steps, as in Codex. */
export function createUserTextAndNewest(): Arm {
  return {
    role: "method",
    name: "user-text-and-newest",
    compact: ({ messages, budgetTokens, estimator }) => {
      const steps = stepsOf(messages, estimator);
      const chosen = new Set<Step>();
      let left = budgetTokens * USER_SHARE;
      for (const step of steps.toReversed()) {
        if (step.tokens > left || !step.messages.some(isFromUser)) continue;
        left -= step.tokens;
        chosen.add(step);
      }
      left += budgetTokens * (1 - USER_SHARE);
      const { messages: newest, from } = newestMessages(
        steps.map((step) => (chosen.has(step) ? { ...step, tokens: 0 } : step)),
        left,
        estimator,
      );
      const older = steps.filter((step, index) => index < from && chosen.has(step));
      return [...systemMessages(messages), ...messagesOf(older), ...newest];
    },
  };
}
