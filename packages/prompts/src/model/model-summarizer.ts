import {
  CutpointError,
  isCutpointError,
  type Summarizer,
  type Summary,
  type SummaryRequest,
} from "@cutpoint/core";
import { delay, invalidInput, type Sleep, type TranscriptOptions } from "@cutpoint/core/kit";
import { classicSections, defaultSections, type Section } from "../prompt/sections.ts";
import { alignedText } from "./aligned-summary.ts";
import { createCaller } from "./caller.ts";
import type { Complete, CompleteAligned } from "./completion.ts";
import { shortText } from "./short-text.ts";
import {
  fits,
  type SummaryText,
  MAX_SUMMARY_TOKENS,
  type ResolvedSettings,
  type SummaryJob,
} from "./summary-job.ts";
import { markUnconfirmed } from "./unconfirmed.ts";
import { writtenSummary } from "./written-summary.ts";

/** Settings of every summarizer that calls a model. */
export type ModelSettings = {
  /** The name in receipts. Default: the name of the model, or `model`. */
  readonly name?: string;
  /** The model's window, in tokens. Longer conversations are summarized in parts. Default: unknown. */
  readonly windowTokens?: number;
  /** The model's limit for one answer, in tokens. Default: 16,384. */
  readonly maxOutputTokens?: number;
  /** Tokens for reasoning, in addition to the summary. Default: 0. */
  readonly reasoningTokens?: number;
  /** Default: {@link defaultSections}; {@link classicSections} for branch summaries. */
  readonly sections?: readonly Section[];
  /**
   * How messages are converted to text. Default: results and arguments of up to 16,000 characters, and down to 2,000 if
   * the conversation does not fit one call.
   */
  readonly transcript?: TranscriptOptions;
  /** Retries of one call after transient failures. Turn off the retries of your client. Default: 2. */
  readonly retries?: number;
  /** The limit for one call, in ms. Default: 120,000. */
  readonly timeoutMs?: number;
  /** Waits for retries and timeouts. Default: a timer. */
  readonly sleep?: Sleep;
  /**
   * Sends the live conversation again with one message appended. Tried first if it fits the window and has no secrets.
   *
   * The provider then reads the conversation from its cache.
   */
  readonly completeAligned?: CompleteAligned;
  /**
   * The model of `completeAligned`. Then only conversations with this model are sent to it.
   *
   * Default: all conversations.
   */
  readonly alignedModel?: string;
};

export type ModelSummarizerOptions = ModelSettings & { readonly complete: Complete };

/**
 * Creates a summarizer from a function that calls a model.
 *
 * Makes one call if the conversation fits the window, otherwise one per part. A split turn is summarized in the same call
 * if it fits. Without new messages it returns the previous summary and makes no call.
 *
 * @throws `invalid-input` if `complete` is not a function, or an option is not a valid number of tokens
 */
export function createModelSummarizer(options: ModelSummarizerOptions): Summarizer {
  if (typeof options?.complete !== "function")
    throw invalidInput("complete", options?.complete, "expected a function that calls a model");
  const { name = "model" } = options;
  const settings = resolveSettings(options);
  return {
    name,
    async summarize(given, signal) {
      const request = withDroppedText(given);
      const caller = createCaller({ ...settings, name, signal, maxCalls: request.maxCalls });
      const job: SummaryJob = { ...settings, ...sectionsFor(request, options), request, caller };
      try {
        const summary = await summarize(job);
        const short = request.shortText ? await shortText(job, summary.text) : null;
        return resultOf(name, summary, short, job);
      } catch (error) {
        throw withAttempts(error, job);
      }
    },
  };
}

/** The user text that the view drops now begins the conversation to summarize. */
function withDroppedText({ droppedUserText = [], ...request }: SummaryRequest): SummaryRequest {
  return { ...request, items: [...droppedUserText, ...request.items] };
}

function sectionsFor(
  { about }: SummaryRequest,
  { sections }: ModelSettings,
): Pick<ResolvedSettings, "sections"> {
  return { sections: sections ?? (about === "branch" ? classicSections : defaultSections) };
}

async function summarize(job: SummaryJob): Promise<SummaryText> {
  const { items, turnPrefix, previousSummary } = job.request;
  if (items.length === 0 && turnPrefix.length === 0) {
    if (previousSummary === null || previousSummary.trim() === "")
      throw job.caller.fail(
        "empty",
        "no messages to summarize: expected items, a split turn or a previous summary",
      );
    return { text: previousSummary, promptVersion: null };
  }
  const summary = (await alignedText(job)) ?? (await writtenSummary(job));
  const { contextLines, digest, earlierSummaries = [] } = job.request;
  const known = [
    previousSummary ?? "",
    ...earlierSummaries,
    ...contextLines,
    ...digest.filesRead,
    ...digest.filesModified,
    ...digest.commands.map(({ command }) => command),
  ];
  const labeled = markUnconfirmed(summary.text, [...items, ...turnPrefix], known);
  return fits(job, labeled) ? { ...summary, text: labeled } : summary;
}

function resultOf(
  name: string,
  { promptVersion, text }: SummaryText,
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

/** Adds all calls to a failure. */
function withAttempts(error: unknown, { caller }: SummaryJob): unknown {
  if (!isCutpointError(error, "summary-failed")) return error;
  return new CutpointError("summary-failed", error.message, {
    cause: error.cause,
    failure: { fault: error.failure?.fault ?? "unavailable", attempts: [...caller.attempts] },
  });
}

function resolveSettings(options: ModelSummarizerOptions): Omit<ResolvedSettings, "sections"> {
  const { windowTokens, maxOutputTokens = MAX_SUMMARY_TOKENS, reasoningTokens = 0 } = options;
  assertTokens("windowTokens", windowTokens ?? 1);
  assertTokens("maxOutputTokens", maxOutputTokens);
  if (!(reasoningTokens >= 0))
    throw invalidInput("reasoningTokens", reasoningTokens, "expected a number of at least 0");
  return {
    complete: options.complete,
    completeAligned: options.completeAligned ?? null,
    alignedModel: options.alignedModel ?? null,
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
  throw invalidInput(field, value, "expected a positive number of tokens");
}
