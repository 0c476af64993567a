import type { Entry } from "@cutpoint/session";
import {
  encodeBatch,
  type ErasableStore,
  type EvictableStore,
  type ReadOptions,
  type SearchableStore,
} from "@cutpoint/session/store";
import { escapeIdentifier } from "pg";
import { createAppender } from "./append.ts";
import { createCold } from "./cold.ts";
import { createDatabase, raceAbort } from "./database.ts";
import { createLifecycle } from "./lifecycle.ts";
import { migrate } from "./migrations.ts";
import { createMover, findCompactedThrough, type MovedToCold } from "./move-to-cold.ts";
import { withStoreErrors } from "./object-storage.ts";
import { openPool } from "./open-pool.ts";
import { createPartitioner, type PartitionOptions } from "./partitions.ts";
import { assertSchema, type PostgresStoreOptions } from "./options.ts";
import { createReader } from "./reader.ts";
import { createRemoval } from "./removal.ts";
import { createSearch } from "./search.ts";
import { createSessionLister } from "./list-sessions.ts";
import { createWordIndex } from "./word-index.ts";

/** Supports every store operation. */
export type PostgresStore = SearchableStore &
  EvictableStore &
  ErasableStore & {
    /**
     * Moves the entries that the newest state of a session has compacted to `coldStorage`, and deletes unused objects.
     *
     * Every operation reads moved entries from there. If a move is stopped, move again. With `dryRun`, it only counts
     * the entries to move.
     *
     * @throws `invalid-input` if the store has no `coldStorage`, `conflict` if the session was changed meanwhile
     */
    moveToCold(sessionId: string, options?: { readonly dryRun?: boolean }): Promise<MovedToCold>;
    /**
     * Divides the table of entries into 2 to 64 partitions and moves the sessions there, one after the other. Returns how
     * many it moved.
     *
     * Other processes can use the store meanwhile. If it is stopped, call it again with the same number.
     *
     * @throws `invalid-input` if the table has another number of partitions
     */
    partition(count: number, options?: PartitionOptions): Promise<number>;
  };

const DEFAULT_HITS = 10;

/**
 * Creates a store in a PostgreSQL database (13 or newer), for any number of processes and machines.
 *
 * The first operation connects and creates the tables if needed. Every operation throws `store-failed` if the server is
 * unreachable or reports an error. An append can be repeated after such an error; it is stored once.
 *
 * A search first indexes the words of the entries that were appended since the last search of the session.
 *
 * @throws `invalid-input` if an option is invalid
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const schemaName = assertSchema(options);
  const schema = escapeIdentifier(schemaName);
  const { pool, end } = openPool(options);
  const database = createDatabase(pool);
  const lifecycle = createLifecycle(() => migrate(database, schemaName));
  const storage = withStoreErrors(options.coldStorage ?? null);
  const cold = createCold(database, schema, storage);
  const move = createMover(database, schema, storage, cold.sweep);
  const index = createWordIndex(database, schema, cold);
  const append = createAppender(database, schema, cold);
  const read = createReader(database, schema, lifecycle, cold);
  const partition = createPartitioner(database, schema);
  const search = createSearch(database, schema, cold);
  const removal = createRemoval(database, schema, index, cold);
  let disposal: Promise<void> | undefined;

  const store: PostgresStore = {
    async append(sessionId, entries, { expectedHead, signal }) {
      lifecycle.assertOpen(signal);
      const batch = encodeBatch(entries);
      return lifecycle.run(() => append({ sessionId, batch, expectedHead, signal }), signal);
    },

    read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      const { order = "oldest-first", from, signal } = options;
      return read({ sessionId, order, from, signal });
    },

    sessions: createSessionLister(database, schema, lifecycle),

    async delete(sessionId) {
      return lifecycle.run(() => removal.deleteSession(sessionId));
    },

    async search(sessionId, query, { limit = DEFAULT_HITS, signal } = {}) {
      const run = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
        lifecycle.run(() => raceAbort(work(), signal), signal);
      const session = await run(() => index.readState(sessionId));
      if (session === null) return [];
      if (session.isBehind) while (await run(() => index.advance(sessionId)));
      return run(() => search(session.key, query, limit));
    },

    async evict(sessionId, options) {
      return lifecycle.run(() => removal.evict(sessionId, options));
    },

    async rewrite(sessionId, entries, { expectedHead, signal }) {
      lifecycle.assertOpen(signal);
      const batch = encodeBatch(entries);
      return lifecycle.run(() => removal.rewrite(sessionId, batch, { expectedHead }), signal);
    },

    async moveToCold(sessionId, { dryRun = false } = {}) {
      const through = await findCompactedThrough(store, sessionId);
      return lifecycle.run(() => move({ sessionId, through, dryRun }));
    },

    partition: (count, options) => lifecycle.run(() => partition(count, options)),

    async [Symbol.asyncDispose]() {
      disposal ??= lifecycle.close().then(end);
      await disposal;
    },
  };
  return store;
}
