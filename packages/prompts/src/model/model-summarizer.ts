import {
  CutpointError,
  isCutpointError,
  type Sleep,
  type Summarizer,
  type Summary,
  type SummaryRequest,
  delay,
  type TranscriptOptions,
} from "@cutpoint/core";
import { defaultSections, classicSections, type Section } from "../prompt/sections.ts";
import { alignedText } from "./aligned-summary.ts";
import { createCaller } from "./caller.ts";
import type { Complete, CompleteAligned } from "./completion.ts";
import { shortText } from "./short-text.ts";
import {
  fits,
  type MadeText,
  MOST_SUMMARY_TOKENS,
  type SettledModel,
  type SummaryJob,
} from "./summary-job.ts";
import { markUnconfirmed } from "./unconfirmed.ts";
import { writtenSummary } from "./written-summary.ts";

/** How a summarizer works that asks a model; all that is not about which model it asks. */
export type ModelSettings = {
  /** How the summarizer is called in receipts. Default: the model's name, or `model`. */
  readonly name?: string;
  /** The model's window in tokens: what is longer is read part by part. Default: unknown, so that only a refusal tells. */
  readonly windowTokens?: number;
  /** The most that one answer of the model may take, in tokens. Default: 16,384. */
  readonly maxOutputTokens?: number;
  /** What a model that thinks before it answers may take for that beside the summary, in tokens. Default 0. */
  readonly reasoningTokens?: number;
  /** Default: {@link defaultSections}; for a branch that was left, {@link classicSections}. */
  readonly sections?: readonly Section[];
  /** How the conversation is told. */
  readonly transcript?: TranscriptOptions;
  /** How often one call is tried again where its failure is transient; nobody else should retry it. Default 2. */
  readonly retries?: number;
  /** For one call, in ms. Default 120,000. */
  readonly timeoutMs?: number;
  /** How retries and timeouts are waited for. Default: a timer. */
  readonly sleep?: Sleep;
  /**
   * Where the host can send the live conversation again with one message behind it: tried first, where it fits, since the
   * provider then reads the conversation from its cache. What is sent that way is what the model was sent before, secrets
   * included.
   */
  readonly completeAligned?: CompleteAligned;
};

export type ModelSummarizerOptions = ModelSettings & { readonly complete: Complete };

/**
 * A summarizer over a function that asks a model: one call where the conversation fits, else window after window.
 *
 * Where nothing new was said the previous summary stays as it is, without a call. The beginning of a split turn is
 * summarized in the same call where that fits.
 *
 * @throws `invalid-input` where an option is no number of tokens
 */
export function createModelSummarizer(options: ModelSummarizerOptions): Summarizer {
  const { name = "model" } = options;
  const settings = settled(options);
  return {
    name,
    async summarize(request, signal) {
      const caller = createCaller({ ...settings, name, signal, maxCalls: request.maxCalls });
      const job: SummaryJob = { ...settings, ...sectionsFor(request, options), request, caller };
      try {
        const made = await textFor(job);
        const short = request.shortText ? await shortText(job, made.text) : null;
        return summaryOf(name, made, short, job);
      } catch (error) {
        throw withAttempts(error, job);
      }
    },
  };
}

/** A branch is told in the documents' sections, where the host has chosen none. */
function sectionsFor(
  { about }: SummaryRequest,
  { sections }: ModelSettings,
): Pick<SettledModel, "sections"> {
  return { sections: sections ?? (about === "branch" ? classicSections : defaultSections) };
}

async function textFor(job: SummaryJob): Promise<MadeText> {
  const { items, turnPrefix, previousSummary } = job.request;
  if (items.length === 0 && turnPrefix.length === 0) {
    if (previousSummary === null || previousSummary.trim() === "")
      throw job.caller.fail("empty", "there is nothing to summarize");
    return { text: previousSummary, promptVersion: null };
  }
  const made = (await alignedText(job)) ?? (await writtenSummary(job));
  const { digest, contextLines } = job.request;
  const known = [
    previousSummary ?? "",
    ...contextLines,
    ...digest.filesRead,
    ...digest.filesModified,
    ...digest.commands.map(({ command }) => command),
  ];
  const marked = markUnconfirmed(made.text, [...items, ...turnPrefix], known);
  return fits(job, marked) ? { ...made, text: marked } : made;
}

function summaryOf(
  name: string,
  { promptVersion, text }: MadeText,
  short: string | null,
  { caller }: SummaryJob,
): Summary {
  return {
    text,
    method: name,
    calls: caller.attempts.length,
    attempts: caller.attempts,
    ...(promptVersion === null ? {} : { promptVersion }),
    ...(short === null ? {} : { shortText: short }),
  };
}

/** A failure with all calls that were made before it. */
function withAttempts(error: unknown, { caller }: SummaryJob): unknown {
  if (!isCutpointError(error, "summary-failed")) return error;
  return new CutpointError("summary-failed", error.message, {
    cause: error.cause,
    failure: { fault: error.failure?.fault ?? "unavailable", attempts: [...caller.attempts] },
  });
}

function settled(options: ModelSummarizerOptions): Omit<SettledModel, "sections"> {
  const { windowTokens, maxOutputTokens = MOST_SUMMARY_TOKENS, reasoningTokens = 0 } = options;
  assertTokens("windowTokens", windowTokens ?? 1);
  assertTokens("maxOutputTokens", maxOutputTokens);
  if (!(reasoningTokens >= 0)) throw wrongTokens("reasoningTokens", reasoningTokens);
  return {
    complete: options.complete,
    completeAligned: options.completeAligned ?? null,
    windowTokens: windowTokens ?? null,
    maxOutputTokens,
    reasoningTokens,
    transcript: options.transcript ?? {},
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 120_000,
    sleep: options.sleep ?? delay,
  };
}

function assertTokens(field: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  throw wrongTokens(field, value);
}

function wrongTokens(field: string, value: number): CutpointError {
  return new CutpointError(
    "invalid-input",
    `${field} is ${value}: it should be a number of tokens`,
  );
}
