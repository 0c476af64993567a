import { CutpointError, type Summarizer, type Summary, type SummaryRequest } from "@cutpoint/core";
import { type Prompt, summaryPrompt } from "./summary-prompt.ts";

/** What a model answered. */
export type Completion = {
  readonly text: string;
  /** Why it stopped, in its provider's word; `length` and `max_tokens` say that the text is cut off. */
  readonly stopReason?: string;
  /** What the provider reported, in tokens. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
};

/**
 * Turns a prompt into text by any model. Honours `signal`; `maxTokens` is the most that the answer may take. Rejects where
 * there is no answer.
 */
export type Complete = (
  prompt: Prompt,
  options: { readonly signal: AbortSignal; readonly maxTokens: number },
) => Promise<Completion>;

export type ModelSummarizerOptions = {
  readonly complete: Complete;
  /** How the summarizer is called in receipts: the model's name. Default `model`. */
  readonly name?: string;
};

const CUT_OFF: ReadonlySet<string> = new Set([
  "length",
  "max_tokens",
  "max_output_tokens",
  "MAX_TOKENS",
]);

/**
 * A summarizer over a function that asks a model, one call a summary.
 *
 * Rejects with `summary-failed` where the model gave no text or was cut off at its limit, and where `complete` rejected
 * (its error is the cause); with `aborted` where the signal is set.
 */
export function createModelSummarizer(options: ModelSummarizerOptions): Summarizer {
  const { complete, name = "model" } = options;
  return {
    name,
    summarize: async (request, signal) =>
      ({
        text: await summaryText(complete, request, signal),
        method: name,
        calls: 1,
      }) satisfies Summary,
  };
}

async function summaryText(
  complete: Complete,
  request: SummaryRequest,
  signal: AbortSignal,
): Promise<string> {
  const completion = await asked(complete, request, signal);
  const text = completion.text.trim();
  if (completion.stopReason !== undefined && CUT_OFF.has(completion.stopReason))
    throw new CutpointError(
      "summary-failed",
      `the model's summary was cut off at ${request.maxTokens} tokens (stop reason ${completion.stopReason})`,
    );
  if (text === "") throw new CutpointError("summary-failed", "the model's summary is empty");
  return text.toWellFormed();
}

async function asked(
  complete: Complete,
  request: SummaryRequest,
  signal: AbortSignal,
): Promise<Completion> {
  const aborted = (): CutpointError =>
    new CutpointError("aborted", "the summary was aborted", { cause: signal.reason });
  if (signal.aborted) throw aborted();
  try {
    return await complete(summaryPrompt(request), { signal, maxTokens: request.maxTokens });
  } catch (error) {
    if (signal.aborted) throw aborted();
    throw new CutpointError("summary-failed", "the model could not be asked for a summary", {
      cause: error,
    });
  }
}
