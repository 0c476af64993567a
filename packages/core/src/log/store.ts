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
 *   mismatch a batch whose entries are all stored with equal content is `appended` (a lost acknowledgement), an id
 *   stored with other content throws `duplicate-id`, anything else is a `conflict` that names the head. An id that is
 *   in the batch twice throws `duplicate-id`. An empty batch writes nothing. Aborted before the write, nothing is
 *   written and `aborted` is thrown.
 * - `read` gives the entries of all branches in append order or the reverse. `from` that is not in the session throws
 *   `unknown-entry`; a session that does not exist is empty. It does not read a whole log to give its end. What it
 *   yields cannot alter the log.
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
