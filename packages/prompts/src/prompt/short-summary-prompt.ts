import { tagged } from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";

export type ShortSummaryPromptRequest = {
  /** The summary that was just made. */
  readonly summary: string;
  /** What was said last, as `transcriptText` of `@cutpoint/core` tells it. */
  readonly recent?: string;
};

const ASK = `Write for a list of conversations what this one is about: what was done and what is under way, as in the description of a
change. At most three sentences in plain prose, no heading, no list, no "the user". Write in the language of the summary.`;

/** The prompt for a text of a few words that a user interface shows. */
export function shortSummaryPrompt({ summary, recent = "" }: ShortSummaryPromptRequest): Prompt {
  return promptOf("short-summary/1", [
    tagged("conversation", recent),
    tagged("summary", summary),
    ASK,
  ]);
}
