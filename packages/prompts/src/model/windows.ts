import { isCutpointError, type Item, type TokenEstimator } from "@cutpoint/core";
import { type TranscriptOptions, transcriptText, truncateMiddle } from "@cutpoint/core/kit";
import { longestThatFits } from "@cutpoint/core/session";
import type { Prompt } from "../prompt/prompt.ts";
import { answerTokens, inputTokens, type SummaryJob, type SummaryText } from "./summary-job.ts";
import { shorterThan, transcriptsFor } from "./transcripts.ts";

type WindowOptions = TranscriptOptions & {
  /** The most that a window's text may take, measured by `estimator` on the text itself. */
  readonly maxTokens: number;
  readonly estimator: TokenEstimator;
};

/** A part of a conversation as text, with its items. */
type TranscriptWindow = {
  readonly text: string;
  readonly items: readonly Item[];
  readonly tokens: number;
};

/**
 * Splits a conversation between messages into texts of at most `maxTokens`. Items without text stay with the window
 * before them.
 *
 * O(text).
 */
export function foldTranscript(
  items: readonly Item[],
  options: WindowOptions,
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
  options: WindowOptions,
): readonly TranscriptWindow[] {
  const { maxTokens, estimator } = options;
  const tokens = estimator.estimateText(text);
  if (tokens <= maxTokens) return [{ text, items, tokens }];
  if (items.length > 1) {
    const half = Math.ceil(items.length / 2);
    return [items.slice(0, half), items.slice(half)].flatMap((part) =>
      windowsOf(transcriptText(part, options), part, options),
    );
  }
  const truncated = longestThatFits((length) => truncateMiddle(text, length), {
    length: Math.floor((text.length * maxTokens) / tokens),
    maxTokens,
    estimator,
  });
  return [{ text: truncated, items, tokens: estimator.estimateText(truncated) }];
}

/** The smallest limit for a window's text, in tokens. */
const LEAST_WINDOW = 256;

/** The share of its room up to which a window's prompt fits without a measurement of the whole. */
const SURE_SHARE = 0.9;

/** The tokens that an endpoint adds around a system prompt and one message. */
const ENVELOPE_TOKENS = 24;

/** Items to summarize, and the prompts for them. */
export type FoldTask = {
  readonly items: readonly Item[];
  /** The summary that the first window continues. */
  readonly previous: string;
  /** The prompt for one window, given the summary so far. */
  readonly promptOf: (conversation: string, summary: string) => Prompt;
  /** Asks for one window's summary. */
  readonly ask: (prompt: Prompt, items: readonly Item[], summary: string) => Promise<string>;
  /** The limit for each summary. */
  readonly maxTokens: number;
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
export async function foldSummary(job: SummaryJob, task: FoldTask): Promise<SummaryText> {
  const { estimator } = job.request;
  const most = inputTokens(job, answerTokens(job, task.maxTokens));
  let { items, previous: text } = task;
  let promptVersion: string | null = null;
  let limit = Number.POSITIVE_INFINITY;
  while (items.length > 0) {
    const room = most - promptTokens(task.promptOf("", text), estimator);
    const window = nextWindow(job, { ...task, items, previous: text }, room, limit);
    if (window === undefined) break;
    const prompt = task.promptOf(window.text, text);
    if (window.tokens > SURE_SHARE * room && promptTokens(prompt, estimator) > most) {
      limit = smaller(job, window.tokens * 0.9, "no-room");
      continue;
    }
    try {
      text = await task.ask(prompt, window.items, text);
      promptVersion = prompt.version;
    } catch (error) {
      if (!isCutpointError(error) || error.failure?.fault !== "overflow") throw error;
      limit = smaller(job, window.tokens / 2, "overflow", error);
      continue;
    }
    items = items.slice(window.items.length);
  }
  return { text, promptVersion };
}

function smaller(
  { caller }: SummaryJob,
  tokens: number,
  fault: "no-room" | "overflow",
  cause?: unknown,
): number {
  if (tokens >= LEAST_WINDOW) return Math.floor(tokens);
  throw caller.fail(
    fault,
    `a part of ${LEAST_WINDOW} tokens does not fit the model's window: use a model with a larger one`,
    cause,
  );
}

/**
 * Returns the next window: everything, if some form of it fits beside the summary as it is, otherwise a part that leaves room
 * for the summary to grow. If there are more parts than calls, the transcript is shortened.
 */
function nextWindow(
  { caller, request: { estimator }, transcript }: SummaryJob,
  { items, maxTokens, previous }: FoldTask,
  room: number,
  limit: number,
): TranscriptWindow | undefined {
  const growth = Math.max(0, maxTokens - estimator.estimateText(previous));
  const once = Math.min(limit, room);
  const often = items.length === 1 ? once : Math.min(limit, room - growth);
  const forms = transcriptsFor(transcript);
  let needed = 0;
  for (const form of [...forms, ...shorterThan(forms.at(-1) ?? transcript)]) {
    const whole = wholeWindow(items, { ...form, maxTokens: once, estimator });
    if (whole !== null) return whole;
    if (forms.slice(0, -1).includes(form)) continue;
    if (often < LEAST_WINDOW)
      throw caller.fail(
        "no-room",
        `the prompt, the previous summary and the answer fill the model's window: use a larger one`,
      );
    const windows = foldTranscript(items, { ...form, maxTokens: often, estimator });
    if (windows.length <= caller.left()) return windows[0];
    needed = windows.length;
  }
  throw caller.fail(
    "too-many-calls",
    `the conversation needs ${needed} calls: ${caller.left()} are left`,
  );
}

function wholeWindow(items: readonly Item[], options: WindowOptions): TranscriptWindow | null {
  const text = transcriptText(items, options);
  const tokens = options.estimator.estimateText(text);
  return tokens <= options.maxTokens ? { text, items, tokens } : null;
}
