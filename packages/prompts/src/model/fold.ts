import { isCutpointError, type Item, type TokenEstimator } from "@cutpoint/core";
import { type TranscriptOptions, transcriptText } from "@cutpoint/core/kit";
import type { Prompt } from "../prompt/prompt.ts";
import type { Caller } from "./caller.ts";
import { foldTranscript, type TranscriptWindow } from "./windows.ts";

/** The least that a window's text may take, in tokens: less of a conversation tells nothing. */
const LEAST_WINDOW = 256;

/** Where a window takes no more than this of its room, the prompt around it fits without being measured whole. */
const SURE_SHARE = 0.9;

/** What an endpoint adds around a system prompt and one message, in tokens. */
const ENVELOPE_TOKENS = 24;

export type FoldJob = {
  readonly items: readonly Item[];
  /** The summary that the first window goes on from. */
  readonly previous: string;
  /** The prompt for one window, given the summary so far. */
  readonly promptOf: (conversation: string, summary: string) => Prompt;
  /** Asks for one window's summary. */
  readonly ask: (prompt: Prompt, items: readonly Item[], summary: string) => Promise<string>;
  /** What one request may hold: the window less the answer. */
  readonly inputTokens: number;
  /** The most that each summary takes. */
  readonly summaryTokens: number;
  readonly caller: Caller;
  readonly estimator: TokenEstimator;
  readonly transcript: TranscriptOptions;
};

/** What a request takes, in tokens, measured on the texts that are sent. */
export function promptTokens({ prompt, system }: Prompt, estimator: TokenEstimator): number {
  return estimator.estimateText(system) + estimator.estimateText(prompt) + ENVELOPE_TOKENS;
}

/**
 * A summary of items that may not fit into one request: window after window, each summary going on from the one before.
 *
 * Where the provider says that a request was too large all the same, half of what was sent is sent next, down to
 * {@link LEAST_WINDOW}.
 *
 * @throws `summary-failed` with `no-room`, `overflow`, `too-many-calls`, or what `ask` throws
 */
export async function foldSummary(job: FoldJob): Promise<string> {
  let { items } = job;
  let summary = job.previous;
  let limit = Number.POSITIVE_INFINITY;
  while (items.length > 0) {
    const { window, roomTokens } = nextWindow(job, items, summary, limit);
    if (window === undefined) break;
    const prompt = job.promptOf(window.text, summary);
    const isNear = window.tokens > SURE_SHARE * roomTokens;
    if (isNear && promptTokens(prompt, job.estimator) > job.inputTokens) {
      limit = smaller(job, window.tokens * 0.9, "no-room");
      continue;
    }
    try {
      summary = await job.ask(prompt, window.items, summary);
    } catch (error) {
      if (!isCutpointError(error) || error.failure?.fault !== "overflow") throw error;
      limit = smaller(job, window.tokens / 2, "overflow", error);
      continue;
    }
    items = items.slice(window.items.length);
  }
  return summary;
}

function smaller(
  job: FoldJob,
  tokens: number,
  fault: "no-room" | "overflow",
  cause?: unknown,
): number {
  if (tokens >= LEAST_WINDOW) return Math.floor(tokens);
  throw job.caller.fail(
    fault,
    `the conversation does not fit the model's window, however small its parts are made`,
    cause,
  );
}

/**
 * The first of the windows still to come, and the room for one. Where there are more than calls, what was said is told
 * shorter.
 */
function nextWindow(
  job: FoldJob,
  items: readonly Item[],
  summary: string,
  limit: number,
): { readonly window: TranscriptWindow | undefined; readonly roomTokens: number } {
  const { caller, estimator, inputTokens, summaryTokens } = job;
  const around = promptTokens(job.promptOf("", summary), estimator);
  const growth = Math.max(0, summaryTokens - estimator.estimateText(summary));
  const once = Math.min(limit, inputTokens - around);
  const often = Math.min(limit, inputTokens - around - growth);
  for (let transcript = job.transcript; ; transcript = shorter(transcript)) {
    const windows = windowsWithin(items, once, often, { ...transcript, estimator });
    if (windows === null)
      throw caller.fail(
        "no-room",
        `prompt, previous summary and answer leave no room for a conversation in the model's window`,
      );
    if (windows.length <= caller.left())
      return { window: windows[0], roomTokens: inputTokens - around };
    if ((transcript.maxResultCharacters ?? MOST) <= LEAST_CHARACTERS)
      throw caller.fail(
        "too-many-calls",
        `the conversation needs ${windows.length} calls, and ${caller.left()} are left`,
      );
  }
}

/** One window where everything fits beside the summary as it is; else windows that leave room for it to grow. */
function windowsWithin(
  items: readonly Item[],
  once: number,
  often: number,
  options: TranscriptOptions & { readonly estimator: TokenEstimator },
): readonly TranscriptWindow[] | null {
  if (once < LEAST_WINDOW) return null;
  if (items.length === 1) return foldTranscript(items, { ...options, maxTokens: once });
  const text = transcriptText(items, options);
  const tokens = options.estimator.estimateText(text);
  if (tokens <= once) return [{ text, items, tokens, clampedId: null }];
  return often < LEAST_WINDOW ? null : foldTranscript(items, { ...options, maxTokens: often });
}

const MOST = 2_000;
const MOST_TEXT = 20_000;
const LEAST_CHARACTERS = 125;

function shorter(transcript: TranscriptOptions): TranscriptOptions {
  const {
    maxArgumentCharacters = MOST,
    maxResultCharacters = MOST,
    maxTextCharacters = MOST_TEXT,
  } = transcript;
  return {
    ...transcript,
    maxArgumentCharacters: Math.floor(maxArgumentCharacters / 2),
    maxResultCharacters: Math.floor(maxResultCharacters / 2),
    maxTextCharacters: Math.floor(maxTextCharacters / 2),
  };
}
