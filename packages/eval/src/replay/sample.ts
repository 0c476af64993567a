import type { TokenEstimator } from "@cutpoint/core";
import { tokensOf } from "../measure/validity.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** The windows that are replayed of one session at most, and of all together at least. */
const WINDOWS = 3;
/** The tokens that are replayed at most, if that is more than {@link WINDOWS}. */
const MAX_TOKENS = 300_000;

/** A session, or its newest messages. */
export type Sampled = { readonly transcript: Transcript; readonly tokens: number };

/**
 * Selects sessions that are longer than the window, the longest first, until they have 3 windows, or 300,000 tokens if
 * that is more. Of each session, at most the newest 3 windows are taken.
 */
export function sampleOf(
  transcripts: readonly Transcript[],
  windowTokens: number,
  estimator: TokenEstimator,
): readonly Sampled[] {
  let left = Math.max(WINDOWS * windowTokens, MAX_TOKENS);
  const measured = transcripts
    .map((transcript) => ({ transcript, tokens: tokensOf(transcript.messages, estimator) }))
    .toSorted((a, b) => b.tokens - a.tokens);
  return measured.flatMap((one): readonly Sampled[] => {
    if (left <= windowTokens) return [];
    const most = Math.min(left, WINDOWS * windowTokens);
    const taken = one.tokens <= most ? one : newestOf(one.transcript, most, estimator);
    left -= taken.tokens;
    return taken.tokens <= windowTokens ? [] : [taken];
  });
}

/** Returns the size of the longest transcript. */
export function longestTokens(
  transcripts: readonly Transcript[],
  estimator: TokenEstimator,
): number {
  return Math.max(0, ...transcripts.map((transcript) => tokensOf(transcript.messages, estimator)));
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
