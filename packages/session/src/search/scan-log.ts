import type { Entry } from "../log/entry.ts";
import type { SearchHit, SearchOptions, SessionStore } from "../store/contract.ts";
import { indexText, queryTerms, type SearchTerm } from "../store/search-terms.ts";
import { searchableText } from "../store/searchable-text.ts";
import { bestHits, bm25 } from "./ranking.ts";

type Found = {
  readonly entry: Entry;
  /** In characters. */
  readonly length: number;
  /** How often each term occurs. */
  readonly counts: readonly number[];
};

/**
 * What a search finds in a log that has no index, by reading all of it: O(log).
 *
 * The order is that of BM25, with the length of a text taken in characters.
 */
export async function scanLog(
  store: SessionStore,
  sessionId: string,
  query: string,
  { limit = 10, signal }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const terms = queryTerms(query);
  if (terms.length === 0) return [];
  const found: Found[] = [];
  const containing = terms.map(() => 0);
  let texts = 0;
  let characters = 0;
  const options = signal === undefined ? {} : { signal };
  for await (const entry of store.read(sessionId, options)) {
    const text = searchableText(entry);
    if (text === "") continue;
    texts += 1;
    characters += text.length;
    const counts = countTerms(text, terms);
    for (const [index, count] of counts.entries())
      containing[index] = (containing[index] ?? 0) + Number(count > 0);
    if (counts.every((count) => count > 0)) found.push({ entry, length: text.length, counts });
  }
  const weights = containing.map((count) =>
    Math.max(1e-6, Math.log((texts - count + 0.5) / (count + 0.5))),
  );
  const scored = found.map(({ entry, length, counts }) => ({
    entry,
    score: bm25(counts, weights, (length * texts) / characters),
  }));
  return bestHits(scored, terms, limit);
}

function countTerms(text: string, terms: readonly SearchTerm[]): readonly number[] {
  const words = ` ${indexText(text)} `;
  return terms.map((term) => {
    const wanted = ` ${term.join(" ")} `;
    let count = 0;
    for (let at = words.indexOf(wanted); at !== -1; at = words.indexOf(wanted, at + 1)) count += 1;
    return count;
  });
}
