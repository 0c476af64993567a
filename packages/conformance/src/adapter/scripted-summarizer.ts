import type { Summarizer, Summary, SummaryRequest } from "@cutpoint/core";

/** What a scripted summarizer does when it is asked for its `index`th summary, from 1. */
export type Summarizing = (
  index: number,
  request: SummaryRequest,
  signal: AbortSignal,
) => string | Promise<string>;

/** A summarizer that says what it is told to say, and keeps what it was asked. */
export type ScriptedSummarizer = Summarizer & {
  readonly asked: () => readonly SummaryRequest[];
};

/** Model calls that every scripted summary says to have taken. */
export const CALLS_PER_SUMMARY = 3;

/** The text of the `index`th summary. */
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
