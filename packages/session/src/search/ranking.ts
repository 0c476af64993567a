import type { Entry } from "../log/entry.ts";
import type { SearchHit } from "../store/contract.ts";
import { type SearchTerm, snippetAround } from "../store/search-terms.ts";
import { searchableText } from "../store/searchable-text.ts";

/** An entry and what it scores: the more, the better. */
type Scored = { readonly entry: Entry; readonly score: number };

/** The best of some entries in the order of a log, so many at most; the newer of two alike first. */
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

/** The constants of BM25 as FTS5 of SQLite has them: https://sqlite.org/fts5.html#the_bm25_function */
const K1 = 1.2;
const B = 0.75;

/**
 * What a text that holds some terms scores by BM25.
 *
 * @param counts how often it holds each term
 * @param weights what each term weighs: the more, the fewer texts hold it
 * @param relativeLength the length of the text, as a multiple of the average
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
