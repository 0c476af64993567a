import { tagged } from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";

export type ShortSummaryPromptRequest = {
  /** The new summary. */
  readonly summary: string;
  /** The newest messages, as text from `transcriptText` of `@cutpoint/core/kit`. */
  readonly recent?: string;
};

const ASK = `Write for a list of conversations what this one is about: what was done and what is under way, as in the description of a
change. At most three sentences in plain prose, no heading, no list, no "the user". Write in the language of the summary.`;

/** Returns the prompt for a short text to show in a user interface. */
export function shortSummaryPrompt({ summary, recent = "" }: ShortSummaryPromptRequest): Prompt {
  return promptOf("short-summary/1", [
    tagged("conversation", recent),
    tagged("summary", summary),
    ASK,
  ]);
}
