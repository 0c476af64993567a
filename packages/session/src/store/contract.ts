import type { Entry } from "../log/entry.ts";

/** The outcome of a write. A conflict reports the actual head. */
export type AppendResult =
  | { readonly type: "appended" }
  | { readonly type: "conflict"; readonly head: string | null };

export type AppendOptions = {
  /** The newest entry that the writer knows; `null` for an empty session. */
  readonly expectedHead: string | null;
  readonly signal?: AbortSignal;
};

export type ReadOptions = {
  /** The id of the first entry to return, in both orders. */
  readonly from?: string;
  /** Default: `oldest-first`. */
  readonly order?: "oldest-first" | "newest-first";
  readonly signal?: AbortSignal;
};

/**
 * An append-only store with one log per session.
 *
 * The contract, checked by `storeCases` of `@cutpoint/conformance`:
 *
 * `append`
 * - Writes all entries or none, in order, if `expectedHead` is the newest entry of the session.
 * - On a mismatch, a batch that is already stored after `expectedHead` with equal content is `appended`, since its
 *   acknowledgement was lost. Entries before `expectedHead` are not searched; with `null` the whole log is.
 * - An id stored after `expectedHead` with other content throws `duplicate-id`. Any other mismatch is a `conflict` with
 *   the actual head, even if `expectedHead` is not in the session.
 * - A batch that contains an id twice throws `duplicate-id`. An empty batch writes nothing and is `appended`.
 * - If aborted before the write, it writes nothing and throws `aborted`. After the write it is `appended`.
 * - Undefined: a matching head with an id that is already stored, and a mismatch with an id stored before
 *   `expectedHead`. A store with an index of ids throws `duplicate-id` and writes nothing.
 *
 * `read`
 * - Yields the entries of all branches in append order, or the reverse. Reading the end does not read the whole log.
 * - Throws `unknown-entry` if `from` is not in the session. A session that does not exist is empty.
 * - Changing a yielded entry does not change the log. Entries of unknown types are returned with all fields.
 *
 * Others
 * - `sessions` yields the id of every session with an entry once, in any order.
 * - `delete` returns whether there was anything to delete. The session can be started again.
 * - Disposal may be repeated. Every later call throws `closed`.
 */
export interface SessionStore extends AsyncDisposable {
  append(
    sessionId: string,
    entries: readonly Entry[],
    options: AppendOptions,
  ): Promise<AppendResult>;
  read(sessionId: string, options?: ReadOptions): AsyncIterable<Entry>;
  sessions(): AsyncIterable<string>;
  delete(sessionId: string): Promise<boolean>;
}

export type SearchOptions = {
  /** The maximum number of hits. Default: 10. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
};

/** An entry that matches a query. */
export type SearchHit = {
  readonly entryId: string;
  /** The time of the entry, in ms since the epoch. */
  readonly at: number;
  /** The text around the first match, about 200 characters. */
  readonly snippet: string;
  /** Higher is better. Comparable within one search only. */
  readonly score: number;
};

/**
 * A store with an index of words.
 *
 * Finds the same entries as every other store: those whose `searchableText` contains every term of `queryTerms`, on all
 * branches, best first. A query without terms finds nothing. Entries appended before the search are found.
 */
export interface SearchableStore extends SessionStore {
  search(sessionId: string, query: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
}

/** The outcome of an eviction. A conflict reports the actual head. */
export type EvictResult =
  | {
      readonly type: "evicted";
      /** The number of removed entries, including the one that became the tombstone. */
      readonly count: number;
    }
  | { readonly type: "conflict"; readonly head: string | null };

export type EvictOptions = {
  /** The newest entry to remove. */
  readonly through: string;
  readonly expectedHead: string;
};

/**
 * A store that can remove the oldest entries of a log.
 *
 * `evict` atomically removes all entries up to and including `through` in append order, of all branches. The tombstone
 * `createTombstone(entry, "evicted")` of `through` becomes the oldest entry. If `through` is that tombstone already, the
 * count is 0. If it is not in the session, `evict` throws `unknown-entry`.
 */
export interface EvictableStore extends SessionStore {
  evict(sessionId: string, options: EvictOptions): Promise<EvictResult>;
}

/**
 * A store that can replace stored entries.
 *
 * `rewrite` replaces the entries of the given ids, all or none. Order, ids and parents stay. The old content is then in
 * no file, table or index of the store. An id that is not in the session throws `unknown-entry`, another parent than the
 * stored one throws `invalid-input`.
 */
export interface ErasableStore extends SessionStore {
  rewrite(
    sessionId: string,
    entries: readonly Entry[],
    options: AppendOptions,
  ): Promise<AppendResult>;
}
