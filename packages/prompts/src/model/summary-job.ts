import type { SummaryRequest } from "@cutpoint/core";
import type { Sleep, TranscriptOptions } from "@cutpoint/core/kit";
import type { Section } from "../prompt/sections.ts";
import type { Caller } from "./caller.ts";
import type { Complete, CompleteAligned } from "./completion.ts";

/** The settings of a summarizer, with all defaults. */
export type ResolvedSettings = {
  readonly complete: Complete;
  readonly completeAligned: CompleteAligned | null;
  readonly alignedModel: string | null;
  readonly windowTokens: number | null;
  readonly maxOutputTokens: number;
  readonly reasoningTokens: number;
  readonly sections: readonly Section[];
  readonly transcript: TranscriptOptions;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
};

/** The work for one summary. */
export type SummaryJob = ResolvedSettings & {
  readonly request: SummaryRequest;
  readonly caller: Caller;
};

/** The text of a summary. `promptVersion` is `null` if no call was made. */
export type SummaryText = { readonly text: string; readonly promptVersion: string | null };

/** The limit for a summary in any window. A longer one copies more than it condenses. */
export const MAX_SUMMARY_TOKENS = 16_384;

/** Returns the limit for the text, in tokens: the least of the request's limit, 16,384 and the model's limit. */
export function textTokens({ maxOutputTokens, reasoningTokens, request }: SummaryJob): number {
  return Math.max(
    1,
    Math.min(request.maxTokens, MAX_SUMMARY_TOKENS, maxOutputTokens - reasoningTokens),
  );
}

/** Returns the limit for one answer, in tokens: text and reasoning. */
export function answerTokens(
  { maxOutputTokens, reasoningTokens }: ResolvedSettings,
  text: number,
): number {
  return Math.min(text + reasoningTokens, maxOutputTokens);
}

/** Returns the limit for the input of one request, in tokens. */
export function inputTokens(job: ResolvedSettings, answer: number): number {
  return job.windowTokens === null ? Number.POSITIVE_INFINITY : job.windowTokens - answer;
}

/** Whether a text is within the limit of the summary. */
export function fits(job: SummaryJob, text: string): boolean {
  return job.request.estimator.estimateText(text) <= textTokens(job);
}
