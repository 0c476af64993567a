import type { Entry, SearchHit, SearchOptions } from "@cutpoint/session";
import {
  type AppendOptions,
  type AppendResult,
  encodeBatch,
  type ErasableStore,
  type EvictableStore,
  type EvictOptions,
  type EvictResult,
  type ReadOptions,
  type SearchableStore,
} from "@cutpoint/session/store";
import { escapeIdentifier } from "pg";
import { createAppender } from "./append.ts";
import { createDatabase, unlessAborted } from "./database.ts";
import { createGate } from "./gate.ts";
import { createIndexing } from "./indexing.ts";
import { migrate } from "./migrations.ts";
import { openPool } from "./open-pool.ts";
import { assertSchema, type PostgresStoreOptions } from "./options.ts";
import { createReader } from "./reader.ts";
import { createRemoval } from "./removal.ts";
import { createSearch } from "./search.ts";
import { createSessionLister } from "./sessions.ts";
import { createWordIndex } from "./word-index.ts";

/** Everything that a store can do. */
export type PostgresStore = SearchableStore & EvictableStore & ErasableStore;

const DEFAULT_HITS = 10;

/**
 * A store in a PostgreSQL server (13 or newer), which any number of processes and machines may use at once.
 *
 * It connects, and makes its tables where they are not, with the first use. Every verb throws `store-failed` where the
 * server cannot be reached or refuses; an append that may have arrived all the same can be made again.
 *
 * Words are indexed after the append that ends a turn or a compaction; a search indexes what is left.
 *
 * @throws `invalid-input`
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const schemaName = assertSchema(options);
  const schema = escapeIdentifier(schemaName);
  const { pool, end } = openPool(options);
  const database = createDatabase(pool);
  const gate = createGate(() => migrate(database, schemaName));
  const index = createWordIndex(database, schema);
  const indexing = createIndexing(gate, index.advance);
  const append = createAppender(database, schema);
  const read = createReader(database, schema, gate);
  const search = createSearch(database, schema);
  const removal = createRemoval(database, schema, index);
  let disposal: Promise<void> | undefined;

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead, signal }: AppendOptions,
    ): Promise<AppendResult> {
      gate.assertUsable(signal);
      const batch = encodeBatch(entries);
      const given = [...entries];
      const result = await gate.pass(
        () => append({ sessionId, batch, expectedHead, signal }),
        signal,
      );
      indexing.appended(sessionId, given);
      return result;
    },

    read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      const { order = "oldest-first", from, signal } = options;
      return read({ sessionId, order, from, signal });
    },

    sessions: createSessionLister(database, schema, gate),

    async delete(sessionId: string): Promise<boolean> {
      return gate.pass(() => removal.deleteSession(sessionId));
    },

    async search(
      sessionId: string,
      query: string,
      { limit = DEFAULT_HITS, signal }: SearchOptions = {},
    ): Promise<readonly SearchHit[]> {
      const pass = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
        gate.pass(() => unlessAborted(work(), signal), signal);
      const session = await pass(() => index.stateOf(sessionId));
      if (session === null) return [];
      if (session.isBehind) while (await pass(() => index.advance(sessionId)));
      return pass(() => search(session.key, query, limit));
    },

    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      return gate.pass(() => removal.evict(sessionId, options));
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead, signal }: AppendOptions,
    ): Promise<AppendResult> {
      gate.assertUsable(signal);
      const batch = encodeBatch(entries);
      return gate.pass(() => removal.rewrite(sessionId, batch, { expectedHead }), signal);
    },

    async [Symbol.asyncDispose](): Promise<void> {
      disposal ??= gate.close().then(end);
      await disposal;
    },
  };
}
