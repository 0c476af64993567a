import type { SearchTerm } from "../log/search-terms.ts";
import { searchableText } from "../log/searchable-text.ts";
import { snippetAround } from "../log/snippet.ts";
import type { SearchHit } from "../log/store.ts";
import type { Entry } from "../model/entry.ts";

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
