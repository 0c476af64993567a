import type { Summarizer, Summary, SummaryRequest } from "@cutpoint/core";

/** Returns the `index`th summary, counted from 1. */
export type Summarizing = (
  index: number,
  request: SummaryRequest,
  signal: AbortSignal,
) => string | Promise<string>;

/** A summarizer with scripted summaries, which records its requests. */
export type ScriptedSummarizer = Summarizer & {
  readonly asked: () => readonly SummaryRequest[];
  /** Settles when the summaries so far are used. */
  readonly finished: () => Promise<void>;
};

/** Number of model calls that each scripted summary reports. */
export const CALLS_PER_SUMMARY = 3;

/** Returns the text of the `index`th summary. */
export function summaryText(index: number): string {
  return `Summary number ${index}: several things were asked and answered, and all went well.`;
}

export function createScriptedSummarizer(
  summarizing: Summarizing = summaryText,
): ScriptedSummarizer {
  const asked: SummaryRequest[] = [];
  let newest: Promise<unknown> = Promise.resolve();
  return {
    name: "scripted",
    asked: () => asked,
    async finished() {
      await newest;
      await new Promise((resolve) => setImmediate(resolve));
    },
    async summarize(request, signal): Promise<Summary> {
      asked.push(request);
      const made = Promise.resolve(summarizing(asked.length, request, signal));
      newest = made;
      const text = await made;
      return { text, method: "scripted", calls: CALLS_PER_SUMMARY };
    },
  };
}
