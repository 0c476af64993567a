import { SUMMARY_PREAMBLE } from "@cutpoint/core/kit";
import { anchorsIn, type Reading, wordsIn } from "@cutpoint/eval/measures";
import type { Sentence } from "./page-data.ts";

/** A sentence has a source if one message has this share of the weight of its words. */
const ENOUGH = 0.5;
/** Words in more messages say nothing about the source. */
const COMMON = 400;
const UNSOURCED = { source: null, share: 0 } as const;
/** Headings and tags have fewer words. */
const FEWEST_WORDS = 2;

/**
 * Splits a summary into lines and sentences and finds the message before the cut that each sentence comes from.
 *
 * Rare words and exact texts weigh most: ln(1 + messages / messages with the word). Of equal messages, the newest wins.
 */
export function sourcedSentences(
  reading: Reading,
  at: number,
  text: string,
): readonly (readonly Sentence[])[] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  return text.split("\n").map((line) =>
    [...segmenter.segment(line)].map(({ segment }) => ({
      text: segment,
      ...(SUMMARY_PREAMBLE.includes(line) ? UNSOURCED : sourceOf(reading, at, segment)),
    })),
  );
}

function sourceOf(
  reading: Reading,
  at: number,
  sentence: string,
): Pick<Sentence, "source" | "share"> {
  const terms = termsOf(reading, sentence);
  if (terms.length < FEWEST_WORDS) return UNSOURCED;
  const scores = new Map<number, number>();
  let all = 0;
  for (const places of terms) {
    const count = countBelow(places, at);
    const weight = Math.log(1 + at / Math.max(1, count));
    all += weight;
    if (count > COMMON) continue;
    for (const place of places.slice(0, count))
      scores.set(place, (scores.get(place) ?? 0) + weight);
  }
  let source: number | null = null;
  let best = 0;
  for (const [place, score] of scores)
    if (score > best || (score === best && place > (source ?? -1))) {
      source = place;
      best = score;
    }
  const share = all === 0 ? 0 : best / all;
  return { source: share >= ENOUGH ? source : null, share };
}

/** The messages with each word and exact text. Summaries repeat each other's words. */
const known = new WeakMap<Reading, Map<string, readonly number[]>>();

/** Returns the messages that contain each word and each exact text of a sentence, without system messages. */
function termsOf(reading: Reading, sentence: string): readonly (readonly number[])[] {
  const { index, stretches, words } = reading;
  const cache = known.get(reading) ?? new Map<string, readonly number[]>();
  known.set(reading, cache);
  const messagesWith = (key: string, find: () => readonly number[]): readonly number[] => {
    const found = cache.get(key) ?? [...new Set(find())];
    cache.set(key, found);
    return found;
  };
  const messageAt = (place: number): readonly number[] => {
    const stretch = stretches[place];
    return stretch === undefined || stretch.role === "system" ? [] : [stretch.message];
  };
  return [
    ...[...wordsIn(sentence)].map((word) =>
      messagesWith(`word ${word}`, () => (words.get(word) ?? []).flatMap(messageAt)),
    ),
    ...anchorsIn(sentence).map(({ text }) =>
      messagesWith(`text ${text}`, () =>
        index.find(text).map((offset) => reading.stretchAt(offset).message),
      ),
    ),
  ];
}

/** Returns how many of some ascending numbers are below a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
