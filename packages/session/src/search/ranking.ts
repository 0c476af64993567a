import type { Entry } from "../log/entry.ts";
import type { SearchHit, SessionStore } from "../store/contract.ts";
import { type SearchTerm, snippetAround } from "../store/search-terms.ts";
import { searchableText } from "../store/searchable-text.ts";

/** A store that is only read. */
export type LogReader = Pick<SessionStore, "read">;

/** Yields the entries of a log that can be found, with their text. */
export async function* searchableEntries(
  store: LogReader,
  sessionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly entry: Entry; readonly text: string }> {
  for await (const entry of store.read(sessionId, signal === undefined ? {} : { signal })) {
    const text = searchableText(entry);
    if (text !== "") yield { entry, text };
  }
}

/** An entry, and what its score depends on. */
export type CountedEntry = {
  readonly entry: Entry;
  /** In characters or in words. */
  readonly length: number;
  /** The occurrences of each term. */
  readonly counts: readonly number[];
};

type Scored = { readonly entry: Entry; readonly score: number };

/** Returns the best entries, the newer of two equal scores first. `scored` is in log order. */
export function bestHits(
  scored: readonly Scored[],
  terms: readonly SearchTerm[],
  limit: number,
): readonly SearchHit[] {
  return scored
    .toReversed()
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ entry, score }) => ({
      entryId: entry.id,
      at: entry.at,
      snippet: snippetAround(searchableText(entry), terms),
      score,
    }));
}

/** The constants of BM25 as in FTS5 of SQLite: https://sqlite.org/fts5.html#the_bm25_function */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns the BM25 score of a text.
 *
 * @param counts the occurrences of each term
 * @param weights the weight of each term, higher for rarer terms
 * @param relativeLength the length of the text as a multiple of the average
 */
export function bm25(
  counts: readonly number[],
  weights: readonly number[],
  relativeLength: number,
): number {
  const length = K1 * (1 - B + B * relativeLength);
  return counts.reduce(
    (sum, count, index) => sum + ((weights[index] ?? 0) * count * (K1 + 1)) / (count + length),
    0,
  );
}
