import { indexText } from "../log/search-terms.ts";
import { searchableText } from "../log/searchable-text.ts";
import { snippetOf } from "../log/snippet.ts";
import type { SearchHit, SearchOptions, SessionStore } from "../log/store.ts";
import type { Entry } from "../model/entry.ts";

/** The constants of BM25: https://en.wikipedia.org/wiki/Okapi_BM25 */
const K1 = 1.2;
const B = 0.75;
/** What the entries next to an entry say of it: an answer stands beside its question. */
const NEIGHBOUR_SHARE = 0.3;

type Known = {
  readonly entry: Entry;
  readonly length: number;
  /** How often each word of the query occurs. */
  readonly counts: readonly number[];
};

/**
 * The entries that hold any word of a query, those first that hold its rarest words most often, the newer of two alike.
 * Words are compared by their stems; identifiers are parted where the case changes. Reads the whole log.
 */
export async function rankLoosely(
  store: SessionStore,
  sessionId: string,
  query: string,
  { limit = 10, signal }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const wanted = [...new Set(stemsOf(query))];
  const known: Known[] = [];
  for await (const entry of store.read(sessionId, signal === undefined ? {} : { signal })) {
    const text = searchableText(entry);
    if (text === "") continue;
    const stems = stemsOf(text);
    const counts = wanted.map((stem) =>
      stems.reduce((sum, each) => sum + Number(each === stem), 0),
    );
    known.push({ entry, length: stems.length, counts });
  }
  const scores = scoresOf(known, wanted.length);
  return known
    .map(({ entry }, place) => ({
      entry,
      score:
        (scores[place] ?? 0) +
        NEIGHBOUR_SHARE * Math.max(scores[place - 1] ?? 0, scores[place + 1] ?? 0),
      own: scores[place] ?? 0,
    }))
    .filter(({ score }) => score > 0)
    .reverse()
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ entry, score }) => ({
      entryId: entry.id,
      at: entry.at,
      snippet: snippetOf(
        searchableText(entry),
        indexText(query)
          .split(" ")
          .map((word) => [word]),
      ),
      score,
    }));
}

function scoresOf(known: readonly Known[], words: number): readonly number[] {
  const average = known.reduce((sum, { length }) => sum + length, 0) / Math.max(1, known.length);
  const weights = Array.from({ length: words }, (_, word) => {
    const holding = known.filter(({ counts }) => (counts[word] ?? 0) > 0).length;
    return Math.log(1 + (known.length - holding + 0.5) / (holding + 0.5));
  });
  return known.map(({ counts, length }) =>
    counts.reduce((sum, count, word) => {
      const saturation = count + K1 * (1 - B + (B * length) / average);
      return sum + ((weights[word] ?? 0) * count * (K1 + 1)) / saturation;
    }, 0),
  );
}

function stemsOf(text: string): readonly string[] {
  const parted = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return indexText(parted)
    .split(" ")
    .filter((word) => word !== "")
    .map(stemOf);
}

/** A word without the commonest English endings. */
function stemOf(word: string): string {
  if (word.length < 4) return word;
  const stem = word
    .replace(/(?:'s|ies)$/u, "y")
    .replace(/(?<=[^s])s$|(?<=(?:sh|ch|ss|x))es$/u, "")
    .replace(/(?<=\w{3})(?:ing|ed)$/u, "")
    .replace(/(?<=\w{3})(?:ly|ment|ness)$/u, "");
  return stem.replace(/([b-df-hj-np-rt-v-y])\1$/u, "$1").replace(/(?<=\w{3})e$/u, "");
}
