import { type Message, toolMessage } from "@cutpoint/core";
import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { stepsOf, systemMessages } from "./steps.ts";

const NEWEST = 3;
const CLEARED = "[cleared]";

/** Creates a method that clears all tool results except the newest three and keeps the newest messages that fit. */
export function createClearResults(): Arm {
  return {
    role: "method",
    name: "clear-results",
    compact: ({ messages, budgetTokens, estimator }) => {
      const results = messages.flatMap(({ role }, index) => (role === "tool" ? [index] : []));
      const stay = new Set(results.slice(-NEWEST));
      const cleared = messages.map((message, index): Message =>
        message.role === "tool" && !stay.has(index)
          ? toolMessage({ callId: message.callId, name: message.name }, CLEARED, message.failed)
          : message,
      );
      return [
        ...systemMessages(messages),
        ...newestMessages(stepsOf(cleared, estimator), budgetTokens, estimator).messages,
      ];
    },
  };
}
