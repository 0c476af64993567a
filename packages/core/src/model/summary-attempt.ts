import type { TokenUsage } from "./message.ts";

/**
 * Why an answer, or a whole candidate, gave no usable summary.
 *
 * | fault | what happened |
 * | --- | --- |
 * | `empty` | no text, blank text, or headings with nothing under them |
 * | `reasoning-only` | the model thought and did not answer |
 * | `cut-off` | the output limit was reached |
 * | `filtered` | a content filter or a refusal |
 * | `tool-call` | the model called a tool instead of answering |
 * | `unfinished` | it stopped for any other reason than being done |
 * | `protocol` | markup of reasoning or of tool calls in the text |
 * | `missing-headings` | sections that were asked for are not there |
 * | `echo` | the conversation was given back |
 * | `empty-conversation` | it says that there is nothing to summarize |
 * | `too-large` | more tokens than were allowed |
 * | `not-smaller` | the view would not have become smaller by enough |
 * | `overflow` | the request did not fit the model's window, however small its parts were made |
 * | `no-room` | the window has no room for a conversation beside prompt and answer |
 * | `too-many-calls` | the calls allowed are used up, or too few for what is to be read |
 * | `timeout` | no answer in time |
 * | `unavailable` | the model could not be asked, also after retries |
 */
export type SummaryFault =
  | "empty"
  | "reasoning-only"
  | "cut-off"
  | "filtered"
  | "tool-call"
  | "unfinished"
  | "protocol"
  | "missing-headings"
  | "echo"
  | "empty-conversation"
  | "too-large"
  | "not-smaller"
  | "overflow"
  | "no-room"
  | "too-many-calls"
  | "timeout"
  | "unavailable";

/** One call to a model for a summary. */
export type SummaryAttempt = {
  /** The summarizer that made it. */
  readonly by: string;
  /** `null` where the answer was used. */
  readonly fault: SummaryFault | null;
  /** What the provider reported; `null` where it told nothing. */
  readonly usage: TokenUsage | null;
};

/** What an error of the code `summary-failed` carries: why, and the calls that were made. */
export type SummaryFailure = {
  readonly fault: SummaryFault;
  readonly attempts: readonly SummaryAttempt[];
};

/** The sum of what the attempts reported, in tokens: it belongs to no context. */
export function sumUsage(attempts: readonly SummaryAttempt[]): TokenUsage {
  const sum = (field: keyof TokenUsage): number =>
    attempts.reduce((total, { usage }) => total + (usage?.[field] ?? 0), 0);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
  };
}
