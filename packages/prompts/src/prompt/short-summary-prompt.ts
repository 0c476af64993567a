import { tagged } from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";

export type ShortSummaryPromptRequest = {
  /** The new summary. */
  readonly summary: string;
  /** The newest messages, as text from `transcriptText` of `@cutpoint/core/kit`. */
  readonly recent?: string;
};

const ASK = `Describe this conversation for a list of conversations: what was done and what is in progress, as in a commit message.
Write at most three sentences of plain prose, without headings, lists or "the user". Write in the language of the summary.`;

/** Returns the prompt for a short text to show in a user interface. */
export function shortSummaryPrompt({ summary, recent = "" }: ShortSummaryPromptRequest): Prompt {
  return promptOf("short-summary/2", [
    tagged("conversation", recent),
    tagged("summary", summary),
    ASK,
  ]);
}
