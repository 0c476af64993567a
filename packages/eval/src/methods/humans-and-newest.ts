import { isHuman } from "../reading/reading.ts";
import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { messagesOf, type Step, stepsOf, systemMessages } from "./steps.ts";

/** What people said goes first, up to this share of the budget. */
const HUMAN_SHARE = 0.5;

/** The person's own messages to the letter, newest first, then the newest steps: the way of Codex. */
export function createUserTextAndNewest(): Arm {
  return {
    role: "method",
    name: "humans-and-newest",
    compact: ({ messages, budgetTokens, estimator }) => {
      const steps = stepsOf(messages, estimator);
      const chosen = new Set<Step>();
      let left = budgetTokens * HUMAN_SHARE;
      for (const step of steps.toReversed()) {
        if (step.tokens > left || !step.messages.some(isHuman)) continue;
        left -= step.tokens;
        chosen.add(step);
      }
      left += budgetTokens * (1 - HUMAN_SHARE);
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
