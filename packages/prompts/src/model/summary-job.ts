import type { SummaryRequest } from "@cutpoint/core";
import type { Sleep, TranscriptOptions } from "@cutpoint/core/kit";
import type { Section } from "../prompt/sections.ts";
import type { Caller } from "./caller.ts";
import type { Complete, CompleteAligned } from "./completion.ts";

/** A summarizer's settings with every default filled in. */
export type SettledModel = {
  readonly complete: Complete;
  readonly completeAligned: CompleteAligned | null;
  readonly windowTokens: number | null;
  readonly maxOutputTokens: number;
  readonly reasoningTokens: number;
  readonly sections: readonly Section[];
  readonly transcript: TranscriptOptions;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
};

/** One summary that is to be written. */
export type SummaryJob = SettledModel & {
  readonly request: SummaryRequest;
  readonly caller: Caller;
};

/** A summary's text and the prompt that it was made with; `null` where no call was made. */
export type MadeText = { readonly text: string; readonly promptVersion: string | null };

/** The most that a summary takes whatever the window is: a longer one copies more than it condenses. */
export const MOST_SUMMARY_TOKENS = 16_384;

/** The most that the summary's text may take: what the engine allows, 16k, what the model can write. */
export function textTokens({ maxOutputTokens, reasoningTokens, request }: SummaryJob): number {
  return Math.max(
    1,
    Math.min(request.maxTokens, MOST_SUMMARY_TOKENS, maxOutputTokens - reasoningTokens),
  );
}

/** The most that one answer may take on the wire: the text, and what is thought before it. */
export function answerTokens(
  { maxOutputTokens, reasoningTokens }: SettledModel,
  text: number,
): number {
  return Math.min(text + reasoningTokens, maxOutputTokens);
}

/** What one request may hold beside its answer. */
export function inputTokens(job: SettledModel, answer: number): number {
  return job.windowTokens === null ? Number.POSITIVE_INFINITY : job.windowTokens - answer;
}

/** Whether a text is no larger than the summary may be. */
export function fits(job: SummaryJob, text: string): boolean {
  return job.request.estimator.estimateText(text) <= textTokens(job);
}
