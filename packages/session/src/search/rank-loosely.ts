import type { SearchHit, SearchOptions, SessionStore } from "../store/contract.ts";
import { indexText } from "../store/search-terms.ts";
import { bestHits, bm25, type CountedEntry, searchableEntries } from "./ranking.ts";

/** The weight of words in neighboring entries, since an answer follows its question. */
const NEIGHBOR_WEIGHTS: readonly (readonly [distance: number, weight: number])[] = [
  [-2, 0.25],
  [-1, 0.5],
  [0, 1],
  [1, 0.5],
  [2, 0.25],
];
/** The factor for entries of a speaker that the query names. */
const SPEAKER_BOOST = 2;
/** Words of English questions that carry no topic. */
const STOP_WORDS = new Set(
  "a about an and any are as at be been but by can could did do does for from had has have he her him his how i if in is it its me my not of on or our s she so some than that the their them they this to was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

type IndexedEntry = CountedEntry & { readonly isBySpeaker: boolean };

/**
 * Returns the entries that contain any word of a query, and their neighbors, best first.
 *
 * Rare words, and speakers that the query names, rank higher; of two equal scores the newer entry is first. Words are
 * compared by their stems, and identifiers are split at changes of case. Reads the whole log.
 */
export async function rankLoosely(
  store: SessionStore,
  sessionId: string,
  query: string,
  { limit = 10, signal }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const words = wordsOf(query);
  const topicWords = words.filter((word) => !STOP_WORDS.has(word));
  const wanted = [...new Set((topicWords.length === 0 ? words : topicWords).map(stemOf))];
  const indexed: IndexedEntry[] = [];
  for await (const { entry, text } of searchableEntries(store, sessionId, signal)) {
    const stems = wordsOf(text).map(stemOf);
    const counts = wanted.map(() => 0);
    for (const stem of stems) {
      const index = wanted.indexOf(stem);
      if (index !== -1) counts[index] = (counts[index] ?? 0) + 1;
    }
    const speaker = SPEAKER.exec(text)?.[1] ?? "";
    const isBySpeaker = wordsOf(speaker).some((word) => topicWords.includes(word));
    indexed.push({ entry, length: stems.length, counts, isBySpeaker });
  }
  const scores = scoresOf(indexed, wanted.length);
  const found = indexed
    .map(({ entry }, index) => ({ entry, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0);
  const terms = words.map((word) => [word]);
  return bestHits(found, terms, limit);
}

function scoresOf(indexed: readonly IndexedEntry[], words: number): readonly number[] {
  const total = indexed.reduce((sum, { length }) => sum + length, 0);
  const average = total / Math.max(1, indexed.length);
  const weights = Array.from({ length: words }, (_, word) => {
    const containing = indexed.filter(({ counts }) => (counts[word] ?? 0) > 0).length;
    return Math.log(1 + (indexed.length - containing + 0.5) / (containing + 0.5));
  });
  return indexed.map(({ isBySpeaker }, index) => {
    const around = (valueOf: (near: IndexedEntry) => number): number =>
      NEIGHBOR_WEIGHTS.reduce((sum, [distance, weight]) => {
        const near = indexed[index + distance];
        return near === undefined ? sum : sum + weight * valueOf(near);
      }, 0);
    const counts = weights.map((_, word) => around((near) => near.counts[word] ?? 0));
    const relativeLength = around(({ length }) => length) / around(() => average);
    return bm25(counts, weights, relativeLength) * (isBySpeaker ? SPEAKER_BOOST : 1);
  });
}

function wordsOf(text: string): readonly string[] {
  const split = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return indexText(split).match(/\S+/gu) ?? [];
}

/** The speaker at the start of a text, for example `[9:05, 3 May] Ann: hello`. */
const SPEAKER =
  /^(?:\[(?=[^\]\d]{0,60}\d)[^[\]\n]{1,60}\] {1,8})?(user|assistant|\p{Lu}[\p{L}\p{N}.'’_-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30})?): /u;

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
