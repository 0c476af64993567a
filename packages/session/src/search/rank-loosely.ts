import type { Entry } from "../log/entry.ts";
import type { SearchHit, SearchOptions, SessionStore } from "../store/contract.ts";
import { indexText } from "../store/search-terms.ts";
import { searchableText } from "../store/searchable-text.ts";
import { bestHits, bm25 } from "./ranking.ts";

/** What the words of the entries before and after an entry count as its own: an answer stands beside its question. */
const NEIGHBOURS: readonly (readonly [distance: number, share: number])[] = [
  [-2, 0.25],
  [-1, 0.5],
  [0, 1],
  [1, 0.5],
  [2, 0.25],
];
/** How much more counts what somebody says whom the query names. */
const SPEAKER_WORTH = 2;
/** Words of English questions, which say nothing of what is asked for. */
const ASKING = new Set(
  "a about an and any are as at be been but by can could did do does for from had has have he her him his how i if in is it its me my not of on or our s she so some than that the their them they this to was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

type Known = {
  readonly entry: Entry;
  readonly length: number;
  /** How often each stem of the query occurs. */
  readonly counts: readonly number[];
  /** Whether it is said by somebody whom the query names. */
  readonly isNamed: boolean;
};

/**
 * The entries that hold any word of a query, or stand beside those that do; those first that hold its rarest words most
 * often, and what is said by somebody whom it names; the newer of two alike. Words are compared by their stems,
 * identifiers are parted where the case changes. Reads the whole log.
 */
export async function rankLoosely(
  store: SessionStore,
  sessionId: string,
  query: string,
  { limit = 10, signal }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const words = wordsOf(query);
  const telling = words.filter((word) => !ASKING.has(word));
  const wanted = [...new Set((telling.length === 0 ? words : telling).map(stemOf))];
  const known: Known[] = [];
  for await (const entry of store.read(sessionId, signal === undefined ? {} : { signal })) {
    const text = searchableText(entry);
    if (text === "") continue;
    const stems = wordsOf(text).map(stemOf);
    const counts = wanted.map(() => 0);
    for (const stem of stems) {
      const place = wanted.indexOf(stem);
      if (place !== -1) counts[place] = (counts[place] ?? 0) + 1;
    }
    const isNamed = wordsOf(speakerOf(text)).some((word) => telling.includes(word));
    known.push({ entry, length: stems.length, counts, isNamed });
  }
  const scores = scoresOf(known, wanted.length);
  const found = known
    .map(({ entry }, place) => ({ entry, score: scores[place] ?? 0 }))
    .filter(({ score }) => score > 0);
  const terms = words.map((word) => [word]);
  return bestHits(found, terms, limit);
}

function scoresOf(known: readonly Known[], words: number): readonly number[] {
  const average = known.reduce((sum, { length }) => sum + length, 0) / Math.max(1, known.length);
  const weights = Array.from({ length: words }, (_, word) => {
    const holding = known.filter(({ counts }) => (counts[word] ?? 0) > 0).length;
    return Math.log(1 + (known.length - holding + 0.5) / (holding + 0.5));
  });
  return known.map(({ isNamed }, place) => {
    const around = (valueOf: (near: Known) => number): number =>
      NEIGHBOURS.reduce((sum, [distance, share]) => {
        const near = known[place + distance];
        return near === undefined ? sum : sum + share * valueOf(near);
      }, 0);
    const counts = weights.map((_, word) => around((near) => near.counts[word] ?? 0));
    const relativeLength = around(({ length }) => length) / around(() => average);
    return bm25(counts, weights, relativeLength) * (isNamed ? SPEAKER_WORTH : 1);
  });
}

function wordsOf(text: string): readonly string[] {
  const parted = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return indexText(parted)
    .split(" ")
    .filter((word) => word !== "");
}

/** The speaker that a text opens with, as in `[9:05, 3 May] Ann: hello`; empty without one. */
const SPEAKER =
  /^(?:\[(?=[^\]\d]{0,60}\d)[^[\]\n]{1,60}\] {1,8})?(user|assistant|\p{Lu}[\p{L}\p{N}.'’_-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30})?): /u;

function speakerOf(text: string): string {
  return SPEAKER.exec(text)?.[1] ?? "";
}

/** Returns a word without the most frequent English endings. */
function stemOf(word: string): string {
  if (word.length < 4) return word;
  const stem = word
    .replace(/(?:'s|ies)$/u, "y")
    .replace(/(?<=[^s])s$|(?<=(?:sh|ch|ss|x))es$/u, "")
    .replace(/(?<=\w{3})(?:ing|ed|ion)$/u, "")
    .replace(/(?<=\w{3})(?:ly|ment|ness)$/u, "");
  return stem.replace(/([b-df-hj-np-rt-v-y])\1$/u, "$1").replace(/(?<=\w{3})e$/u, "");
}
