import { isCutpointError, type Item, type TokenEstimator } from "@cutpoint/core";
import { type TranscriptOptions, transcriptText, truncateMiddle } from "@cutpoint/core/kit";
import type { Prompt } from "../prompt/prompt.ts";
import type { Caller } from "./caller.ts";
import { transcriptsFor } from "./transcripts.ts";

type FoldOptions = TranscriptOptions & {
  /** The most that a window's text may take, measured by `estimator` on the text itself. */
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
};

/** A part of a conversation as text, with its items. */
type TranscriptWindow = {
  readonly text: string;
  readonly items: readonly Item[];
  readonly tokens: number;
  /** The item whose text was truncated since it did not fit a window of its own. */
  readonly truncatedId: string | null;
};

/**
 * Splits a conversation between messages into texts of at most `maxTokens`. Items without text stay with the window
 * before them.
 *
 * O(text).
 */
export function foldTranscript(
  items: readonly Item[],
  options: FoldOptions,
): readonly TranscriptWindow[] {
  const { maxTokens, estimator } = options;
  const windows: TranscriptWindow[] = [];
  let open: { texts: string[]; items: Item[]; tokens: number } = {
    texts: [],
    items: [],
    tokens: 0,
  };
  const close = (): void => {
    if (open.items.length > 0)
      windows.push(...windowsOf(open.texts.join("\n\n"), open.items, options));
    open = { texts: [], items: [], tokens: 0 };
  };
  for (const item of items) {
    const text = transcriptText([item], options);
    const tokens = text === "" ? 0 : estimator.estimateText(`${text}\n\n`);
    if (open.tokens + tokens > maxTokens && open.tokens > 0) close();
    if (text !== "") open.texts.push(text);
    open.items.push(item);
    open.tokens += tokens;
  }
  close();
  return windows;
}

/** The window of some items, or two if the whole text is larger than the sum of its parts. A lone item is truncated. */
function windowsOf(
  text: string,
  items: readonly Item[],
  options: FoldOptions,
): readonly TranscriptWindow[] {
  const { maxTokens, estimator } = options;
  const tokens = estimator.estimateText(text);
  if (tokens <= maxTokens) return [{ text, items, tokens, truncatedId: null }];
  if (items.length > 1) {
    const half = Math.ceil(items.length / 2);
    return [items.slice(0, half), items.slice(half)].flatMap((part) =>
      windowsOf(transcriptText(part, options), part, options),
    );
  }
  const truncated = truncatedTo(text, tokens, options);
  return [
    {
      text: truncated,
      items,
      tokens: estimator.estimateText(truncated),
      truncatedId: items[0]?.id ?? null,
    },
  ];
}

function truncatedTo(text: string, tokens: number, { maxTokens, estimator }: FoldOptions): string {
  let characters = Math.floor((text.length * maxTokens) / tokens);
  for (let attempt = 0; attempt < 12 && characters > 0; attempt += 1) {
    const truncated = truncateMiddle(text, characters);
    const taken = estimator.estimateText(truncated);
    if (taken <= maxTokens) return truncated;
    characters = Math.floor(characters * Math.min(0.9, maxTokens / taken));
  }
  return "";
}

/** The smallest limit for a window's text, in tokens. */
const LEAST_WINDOW = 256;

/** The share of its room up to which a window's prompt fits without a measurement of the whole. */
const SURE_SHARE = 0.9;

/** The tokens that an endpoint adds around a system prompt and one message. */
const ENVELOPE_TOKENS = 24;

export type FoldJob = {
  readonly items: readonly Item[];
  /** The summary that the first window continues. */
  readonly previous: string;
  /** The prompt for one window, given the summary so far. */
  readonly promptOf: (conversation: string, summary: string) => Prompt;
  /** Asks for one window's summary. */
  readonly ask: (prompt: Prompt, items: readonly Item[], summary: string) => Promise<string>;
  /** The limit for one request: the window less the answer. */
  readonly inputTokens: number;
  /** The limit for each summary. */
  readonly summaryTokens: number;
  readonly caller: Caller;
  readonly estimator: TokenEstimator;
  readonly transcript: TranscriptOptions;
};

/** Returns the tokens of a request, measured on the texts that are sent. */
export function promptTokens({ prompt, system }: Prompt, estimator: TokenEstimator): number {
  return estimator.estimateText(system) + estimator.estimateText(prompt) + ENVELOPE_TOKENS;
}

/**
 * Summarizes items that may not fit into one request: window after window, where each summary continues the one before.
 *
 * If the provider rejects a request as too large, the next one has half the text, down to {@link LEAST_WINDOW}.
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
    `a part of ${LEAST_WINDOW} tokens does not fit the model's window: use a model with a larger one`,
    cause,
  );
}

/** Returns the next window and the room for one. If there are more windows than calls, the transcript is shortened. */
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
  for (const transcript of transcriptsFor(job.transcript)) {
    const window = wholeWindow(items, { ...transcript, maxTokens: once, estimator });
    if (window !== null) return { window, roomTokens: inputTokens - around };
  }
  for (let transcript = job.transcript; ; transcript = shorter(transcript)) {
    const windows = windowsWithin(items, once, often, { ...transcript, estimator });
    if (windows === null)
      throw caller.fail(
        "no-room",
        `the prompt, the previous summary and the answer fill the model's window: use a larger one`,
      );
    if (windows.length <= caller.left())
      return { window: windows[0], roomTokens: inputTokens - around };
    if ((transcript.maxResultCharacters ?? MOST) <= LEAST_CHARACTERS)
      throw caller.fail(
        "too-many-calls",
        `the conversation needs ${windows.length} calls: ${caller.left()} are left`,
      );
  }
}

/** One window if everything fits beside the summary as it is, otherwise `null`. */
function wholeWindow(items: readonly Item[], options: FoldOptions): TranscriptWindow | null {
  const text = transcriptText(items, options);
  const tokens = options.estimator.estimateText(text);
  return tokens <= options.maxTokens ? { text, items, tokens, truncatedId: null } : null;
}

/** One window if everything fits beside the summary as it is, else windows that leave room for it to grow. */
function windowsWithin(
  items: readonly Item[],
  once: number,
  often: number,
  options: TranscriptOptions & { readonly estimator: TokenEstimator },
): readonly TranscriptWindow[] | null {
  if (once < LEAST_WINDOW) return null;
  if (items.length === 1) return foldTranscript(items, { ...options, maxTokens: once });
  const whole = wholeWindow(items, { ...options, maxTokens: once });
  if (whole !== null) return [whole];
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
