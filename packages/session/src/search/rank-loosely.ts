import type { SearchHit, SearchOptions } from "../store/contract.ts";
import { indexText } from "../store/search-terms.ts";
import { bestHits, bm25, type CountedEntry, type LogReader, searchableEntries } from "./ranking.ts";

/** The weight of words in neighboring entries, since an answer follows its question. */
const NEIGHBOR_WEIGHTS: readonly (readonly [distance: number, weight: number])[] = [
  [-2, 0.25],
  [-1, 0.5],
  [0, 1],
  [1, 0.5],
  [2, 0.25],
];
/** The factor for entries of a speaker that the query names. */
const SPEAKER_BOOST = 2.5;
/** The factor for entries that name a time, if the query asks for one. */
const TIME_BOOST = 1.6;
/** The length, relative to the average, that an entry needs for half of its score. Greetings match easily. */
const HALF_LENGTH = 0.5;
/** Words of English questions that carry no topic. */
const STOP_WORDS = new Set(
  "a about an and any are as at be been but by can could did do does for from had has have he her him his how i if in is it its me my not of on or our s she so some than that the their them they this to was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

type IndexedEntry = CountedEntry & { readonly boost: number };

/**
 * Returns the entries that contain any word of a query, and their neighbors, best first.
 *
 * Rare words, long entries, speakers that the query names and times that it asks for rank higher; of two equal scores
 * the newer entry is first. Words are compared by their stems, and identifiers are split at changes of case. Reads the
 * whole log.
 */
export async function rankLoosely(
  store: LogReader,
  sessionId: string,
  query: string,
  { limit = 10, signal }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const words = wordsOf(query);
  const topicWords = words.filter((word) => !STOP_WORDS.has(word));
  const stems = new Set((topicWords.length === 0 ? words : topicWords).map(stemOf));
  const wanted = new Map(Array.from(stems, (stem, index) => [stem, index]));
  const asksForTime = TIME_QUESTION.test(query);
  const indexed: IndexedEntry[] = [];
  const matched = new Set<string>();
  for await (const { entry, text } of searchableEntries(store, sessionId, signal)) {
    const textWords = wordsOf(text);
    const counts = Array.from(wanted, () => 0);
    for (const word of textWords) {
      const index = wanted.get(stemOf(word));
      if (index === undefined) continue;
      counts[index] = (counts[index] ?? 0) + 1;
      matched.add(word);
    }
    const [head = "", speaker = ""] = SPEAKER.exec(text) ?? [];
    const isBySpeaker = wordsOf(speaker).some((word) => topicWords.includes(word));
    const namesTime = asksForTime && TIME.test(text.slice(head.length));
    const boost = (isBySpeaker ? SPEAKER_BOOST : 1) * (namesTime ? TIME_BOOST : 1);
    indexed.push({ entry, length: textWords.length, counts, boost });
  }
  const scores = scoresOf(indexed, wanted.size);
  const found = indexed
    .map(({ entry }, index) => ({ entry, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0);
  const terms = Array.from(matched, (word) => [word]);
  return bestHits(found, terms, limit);
}

function scoresOf(indexed: readonly IndexedEntry[], words: number): readonly number[] {
  const total = indexed.reduce((sum, { length }) => sum + length, 0);
  const average = total / Math.max(1, indexed.length);
  const weights = Array.from({ length: words }, (_, word) => {
    const containing = indexed.filter(({ counts }) => (counts[word] ?? 0) > 0).length;
    return Math.log(1 + (indexed.length - containing + 0.5) / (containing + 0.5));
  });
  return indexed.map(({ boost, length }, index) => {
    const around = (valueOf: (near: IndexedEntry) => number): number =>
      NEIGHBOR_WEIGHTS.reduce((sum, [distance, weight]) => {
        const near = indexed[index + distance];
        return near === undefined ? sum : sum + weight * valueOf(near);
      }, 0);
    const counts = weights.map((_, word) => around((near) => near.counts[word] ?? 0));
    const relativeLength = around(({ length }) => length) / around(() => average);
    const share = length / (length + HALF_LENGTH * average);
    return bm25(counts, weights, relativeLength) * boost * share;
  });
}

function wordsOf(text: string): readonly string[] {
  const split = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return indexText(split).match(/\S+/gu) ?? [];
}

/** The speaker at the start of a text, for example `[9:05, 3 May] Ann: hello`. */
const SPEAKER =
  /^(?:\[(?=[^\]\d]{0,60}\d)[^[\]\n]{1,60}\] {1,8})?(user|assistant|\p{Lu}[\p{L}\p{N}.'’_-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30})?): /u;

const TIME_QUESTION =
  /\b(?:when|how (?:long|often)|(?:what|which) (?:date|day|month|time|year))\b/iu;
const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|recently|(?:mon|tues|wednes|thurs|fri|satur|sun)?days?|(?:week|weekend|month|year)s?|january|february|march|april|may|june|july|august|september|october|november|december)\b/iu;

/** Removes the most frequent English endings from a word. */
function stemOf(word: string): string {
  if (word.length < 4) return word;
  const stem = word
    .replace(/(?:'s|ies)$/u, "y")
    .replace(/(?<=[^s])s$|(?<=(?:sh|ch|ss|x))es$/u, "")
    .replace(/(?<=\w{3})(?:ing|ed|ion)$/u, "")
    .replace(/(?<=\w{3})(?:ly|ment|ness)$/u, "");
  return stem.replace(/([b-df-hj-np-rt-v-y])\1$/u, "$1").replace(/(?<=\w{3})e$/u, "");
}
