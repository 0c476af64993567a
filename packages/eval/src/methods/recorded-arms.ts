import type { Summarizer } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createCutpoint } from "./cutpoint.ts";
import { summaryMessage } from "./lines-within.ts";
import type { Arm } from "./method.ts";
import { newestMessages } from "./newest-messages.ts";
import { stepsOf, systemMessages } from "./steps.ts";

/** The names of the methods that a recorded summary adds. */
export const RECORDED_ARMS: readonly string[] = [
  "recorded-summary",
  "recorded-and-newest",
  "cutpoint-model",
  "cutpoint-filled",
];

/**
 * Creates methods from a recorded summary: alone, before the newest messages, as the summary of Cutpoint, and filled by
 * the offline summarizer.
 */
export function createRecordedArms(
  text: string,
  names: readonly string[] = RECORDED_ARMS,
): readonly Arm[] {
  const summarizer = recordedSummarizer(text);
  const both = [summarizer, createExtractiveSummarizer()];
  const all: readonly Arm[] = [
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
    createCutpoint({ name: "cutpoint-filled", summarizer: both }),
  ];
  return all.filter(({ name }) => names.includes(name));
}

/** Returns a summarizer that returns a recorded summary. */
function recordedSummarizer(text: string): Summarizer {
  return {
    name: "recorded",
    summarize: async () => ({ text, method: "recorded", calls: 0 }),
  };
}
