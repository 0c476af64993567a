import type { TokenEstimator } from "@cutpoint/core";
import type { Transcript } from "../transcript/transcript.ts";

/** The tokens that are replayed at most, in windows and at least. */
const MAX_WINDOWS = 4;
const LEAST_TOKENS = 300_000;

/** A part of a sample: a session, or its newest messages. */
export type Sampled = { readonly transcript: Transcript; readonly tokens: number };

/**
 * Selects sessions that are longer than the window, the longest first, until they have 4 windows or 300,000 tokens. A
 * session that exceeds this is replaced by its newest messages.
 */
export function sampleOf(
  transcripts: readonly Transcript[],
  windowTokens: number,
  estimator: TokenEstimator,
): readonly Sampled[] {
  let left = Math.max(MAX_WINDOWS * windowTokens, LEAST_TOKENS);
  const measured = transcripts
    .map((transcript) => ({ transcript, tokens: tokensOf(transcript, estimator) }))
    .toSorted((a, b) => b.tokens - a.tokens);
  return measured.flatMap((one): readonly Sampled[] => {
    if (left <= windowTokens) return [];
    const isWhole = one.tokens <= left;
    const taken = isWhole ? one : newestOf(one.transcript, left, estimator);
    left = isWhole ? left - taken.tokens : 0;
    return taken.tokens <= windowTokens ? [] : [taken];
  });
}

/** Returns the size of the longest transcript. */
export function longestTokens(
  transcripts: readonly Transcript[],
  estimator: TokenEstimator,
): number {
  return Math.max(0, ...transcripts.map((transcript) => tokensOf(transcript, estimator)));
}

function newestOf(transcript: Transcript, most: number, estimator: TokenEstimator): Sampled {
  const { messages, shown } = transcript;
  let tokens = 0;
  let best = { from: messages.length, tokens: 0 };
  for (let place = messages.length - 1; place >= 0 && tokens <= most; place -= 1) {
    const message = messages[place];
    if (message === undefined || message.role === "system") continue;
    tokens += estimator.estimate(message);
    if (message.role !== "tool" && tokens <= most) best = { from: place, tokens };
  }
  const kept = {
    messages: messages.slice(best.from),
    shown: new Map([...shown].map(([place, text]) => [place - best.from, text] as const)),
  };
  return { transcript: { ...transcript, ...kept }, tokens: best.tokens };
}

function tokensOf({ messages }: Transcript, estimator: TokenEstimator): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === "system" ? 0 : estimator.estimate(message)),
    0,
  );
}
