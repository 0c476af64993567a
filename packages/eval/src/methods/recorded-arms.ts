import { createCutpoint } from "./cutpoint.ts";
import { summaryMessage } from "./lines-within.ts";
import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { stepsOf, systemMessages } from "./steps.ts";

/** Creates methods from a recorded summary: alone, before the newest messages, and as the summary of Cutpoint. */
export function createRecordedArms(text: string): readonly Arm[] {
  const summarizer = {
    name: "recorded",
    summarize: async () => ({ text, method: "recorded", calls: 0 }),
  };
  return [
    { role: "method", name: "recorded-summary", compact: () => text },
    {
      role: "method",
      name: "recorded-and-newest",
      compact: ({ messages, budgetTokens, estimator }) => {
        const summary = summaryMessage(text);
        const left = budgetTokens - estimator.estimate(summary);
        const { messages: newest } = newestMessages(stepsOf(messages, estimator), left, estimator);
        return [...systemMessages(messages), summary, ...newest];
      },
    },
    createCutpoint({ name: "cutpoint-model", summarizer }),
  ];
}
