import { invalidInput } from "@cutpoint/core/kit";
import type { SearchableStore, SearchHit, SearchOptions } from "../store/contract.ts";
import { indexText, limitQuery, queryTerms, type SearchTerm } from "../store/search-terms.ts";
import { rankLoosely } from "./rank-loosely.ts";
import { bestHits, bm25, type CountedEntry, type LogReader, searchableEntries } from "./ranking.ts";

export type SessionSearchOptions = SearchOptions & {
  /**
   * Whether to search again by stems of single words if no entry contains every term. Default: `false`.
   *
   * Also finds neighbors of matching entries. Reads the whole log. Queries with quotes are never searched again.
   */
  readonly loosely?: boolean;
  /** Called with the end of a query that is ignored, after 64 words or 1,024 characters. Default: none. */
  readonly onIgnored?: (end: string) => void;
};

/**
 * Returns the entries of all branches that contain every term of a query, best first.
 *
 * Uses at most 64 words and 1,024 characters of the query. Case is ignored. Quoted texts, paths and identifiers match as
 * a whole. Uses the index of the store if it has one; otherwise it reads the whole log and finds the same entries.
 *
 * @throws `invalid-input` if the query is not a string; the errors of the store
 */
export async function searchSession(
  store: LogReader,
  sessionId: string,
  query: string,
  options: SessionSearchOptions = {},
): Promise<readonly SearchHit[]> {
  const { limit = 10 } = options;
  if (typeof query !== "string") throw invalidInput("query", query, "expected a string");
  if (typeof limit !== "number" || !(limit >= 0))
    throw invalidInput("options.limit", limit, "expected a number, 0 or more");
  const used = limitQuery(query);
  const ignored = query.trim().slice(used.length);
  if (ignored !== "") options.onIgnored?.(ignored);
  const exact = isSearchable(store)
    ? await store.search(sessionId, used, options)
    : await scanLog(store, sessionId, used, options);
  if (options.loosely !== true || exact.length > 0 || used.includes('"')) return exact;
  return rankLoosely(store, sessionId, used, options);
}

function isSearchable(store: LogReader): store is SearchableStore {
  return "search" in store && typeof store.search === "function";
}

/** Searches a log without an index. Ranks by BM25 with text lengths in characters. */
async function scanLog(
  store: LogReader,
  sessionId: string,
  query: string,
  { limit = 10, signal }: SearchOptions = {},
): Promise<readonly SearchHit[]> {
  const terms = queryTerms(query);
  if (terms.length === 0) return [];
  const found: CountedEntry[] = [];
  const containing = terms.map(() => 0);
  let texts = 0;
  let characters = 0;
  for await (const { entry, text } of searchableEntries(store, sessionId, signal)) {
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
