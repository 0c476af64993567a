import type { SearchableStore, SearchHit, SearchOptions, SessionStore } from "../store/contract.ts";
import { rankLoosely } from "./rank-loosely.ts";
import { scanLog } from "./scan-log.ts";

export type SessionSearchOptions = SearchOptions & {
  /**
   * Where nothing holds every term, and none is quoted, gives what holds some of them, compared by their stems, or
   * stands beside what does; this reads the whole log. Default `false`.
   */
  readonly loosely?: boolean;
};

/**
 * The entries of a session, of all branches, that hold every term of a query, the best first: words in any case, texts
 * between quotes in that order, paths and identifiers as a whole.
 *
 * By the store's index where it has one, else by reading the whole log; both find the same.
 *
 * @throws whatever the store throws
 */
export async function searchSession(
  store: SessionStore,
  sessionId: string,
  query: string,
  options: SessionSearchOptions = {},
): Promise<readonly SearchHit[]> {
  const exact = isSearchable(store)
    ? await store.search(sessionId, query, options)
    : await scanLog(store, sessionId, query, options);
  if (options.loosely !== true || exact.length > 0 || query.includes('"')) return exact;
  return rankLoosely(store, sessionId, query, options);
}

function isSearchable(store: SessionStore): store is SearchableStore {
  return "search" in store && typeof store.search === "function";
}
