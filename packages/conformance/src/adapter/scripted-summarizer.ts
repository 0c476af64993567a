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
  return {
    name: "scripted",
    asked: () => asked,
    async summarize(request, signal): Promise<Summary> {
      asked.push(request);
      const text = await summarizing(asked.length, request, signal);
      return { text, method: "scripted", calls: CALLS_PER_SUMMARY };
    },
  };
}
