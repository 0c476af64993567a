import type { Entry } from "../model/entry.ts";

/** What became of an append: written, or refused because the head is another. */
export type AppendResult =
  | { readonly type: "appended" }
  | { readonly type: "conflict"; readonly head: string | null };

export type AppendOptions = {
  /** The id of the newest entry as the writer knows it; `null` for a session that has none. */
  readonly expectedHead: string | null;
  readonly signal?: AbortSignal;
};

export type ReadOptions = {
  /** An entry id to begin at, inclusive in both directions. */
  readonly from?: string;
  /** Default `oldest-first`. */
  readonly order?: "oldest-first" | "newest-first";
  readonly signal?: AbortSignal;
};

/**
 * Where logs live: append-only, one log a session, four verbs.
 *
 * Contract, proved by `storeCases` of `@cutpoint/conformance`:
 * - `append` is all or nothing, in order, and compares `expectedHead` with the newest entry of the session. On a
 *   mismatch a batch whose entries are all stored after `expectedHead`, with equal content, is `appended` (a lost
 *   acknowledgement: it is looked for no further back than that, through the whole log for `null`); an id stored after
 *   `expectedHead` with other content throws `duplicate-id`; anything else is a `conflict` that names the head, also
 *   where `expectedHead` is not in the session at all. An id that is in the batch twice throws `duplicate-id`. An empty
 *   batch writes nothing and is `appended`. Aborted before the write, nothing is written and `aborted` is thrown; once
 *   written, it is `appended`, whatever the signal says.
 * - Not defined is an append whose head matches while one of its ids is stored already, and on a mismatch an id stored
 *   before `expectedHead`: a store that has an index of ids throws `duplicate-id` and writes nothing; one that would
 *   have to look through the log does not.
 * - `read` gives the entries of all branches in append order or the reverse. `from` that is not in the session throws
 *   `unknown-entry`; a session that does not exist is empty. It does not read a whole log to give its end. What it
 *   yields cannot alter the log.
 * - An entry is kept whatever its `type`, also one that this release does not know, with all of its fields; it is given
 *   back as it was, and whoever reads it passes over types that it does not know.
 * - `sessions` gives the id of every session that has an entry, in any order, once each.
 * - `delete` says whether there was anything to delete; the session can be begun again.
 * - Disposal may be called twice; every verb after it throws `closed`.
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
  /** The most hits to give. Default 10. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
};

/** An entry that was found. */
export type SearchHit = {
  readonly entryId: string;
  /** When the entry was written, in ms since 1970. */
  readonly at: number;
  /** The words around the first match, at most some 200 characters. */
  readonly snippet: string;
  /** The greater, the better; compares the hits of one search, nothing else. */
  readonly score: number;
};

/**
 * A store with an index of words.
 *
 * What is found is the same in every store: the entries whose `searchableText` holds every term of the query, as
 * `queryTerms` defines them (both of `@cutpoint/core/store`), on all branches, the best first. A query without a term
 * finds nothing. What was appended before the search is found, whenever it is that a store updates its index.
 */
export interface SearchableStore extends SessionStore {
  search(sessionId: string, query: string, options?: SearchOptions): Promise<readonly SearchHit[]>;
}

/** What became of a removal: done, or refused because the head is another. */
export type EvictResult =
  | {
      readonly type: "evicted";
      /** How many entries are gone, the one that left a tombstone among them. */
      readonly count: number;
    }
  | { readonly type: "conflict"; readonly head: string | null };

export type EvictOptions = {
  /** The newest entry to remove. */
  readonly through: string;
  readonly expectedHead: string;
};

/**
 * A store that can let go of the oldest entries of a log.
 *
 * `evict` removes, in one step, every entry up to and including `through` in append order, of all branches; a tombstone
 * (`createTombstone(entry, "evicted")`) with the id of `through` and no parent becomes the oldest entry. `through` that is
 * not in the session throws `unknown-entry`; where it is the tombstone already, nothing is done and the count is 0.
 */
export interface EvictableStore extends SessionStore {
  evict(sessionId: string, options: EvictOptions): Promise<EvictResult>;
}

/**
 * A store that can put other content in place of what is stored, for a leaked secret or a request for privacy.
 *
 * `rewrite` replaces, all or none, the stored entry of each given id; order, ids and parents stay. Afterwards the old
 * content stands in no file or table of the store, its index included. An id that is not in the session throws
 * `unknown-entry`, an entry with another parent than the stored one throws `invalid-input`.
 */
export interface ErasableStore extends SessionStore {
  rewrite(
    sessionId: string,
    entries: readonly Entry[],
    options: AppendOptions,
  ): Promise<AppendResult>;
}
