import type {
  AppendOptions,
  AppendResult,
  Entry,
  ErasableStore,
  EvictableStore,
  EvictOptions,
  EvictResult,
  ReadOptions,
  SearchableStore,
  SearchHit,
  SearchOptions,
} from "@cutpoint/core";
import { encodeBatch } from "@cutpoint/core/store";
import { escapeIdentifier } from "pg";
import { createAppender } from "./append.ts";
import { createDatabase, unlessAborted } from "./database.ts";
import { createGate } from "./gate.ts";
import { createIndexing } from "./indexing.ts";
import { migrate } from "./migrations.ts";
import { openPool } from "./open-pool.ts";
import type { PostgresStoreOptions } from "./options.ts";
import { requireSchema } from "./options.ts";
import type { Page, Position } from "./reader.ts";
import { createReader, nextLimit } from "./reader.ts";
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
  const schemaName = requireSchema(options);
  const schema = escapeIdentifier(schemaName);
  const { pool, end } = openPool(options);
  const database = createDatabase(pool);
  const gate = createGate();
  const append = createAppender(database, schema);
  const readPage = createReader(database, schema);
  const listSessions = createSessionLister(database, schema);
  const index = createWordIndex(database, schema);
  const search = createSearch(database, schema);
  const { deleteSession, evict, rewrite } = createRemoval(database, schema, index);
  const indexing = createIndexing(gate, index.advance);
  let migration: Promise<void> | undefined;
  let disposal: Promise<void> | undefined;

  /** Does what needs the tables; what is under way when the store is disposed of is done to its end. */
  function use<Answer>(work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    return gate.pass(async () => {
      migration ??= migrate(database, schemaName).catch((error: unknown) => {
        migration = undefined;
        throw error;
      });
      await unlessAborted(migration, signal);
      return work();
    }, signal);
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead, signal }: AppendOptions,
    ): Promise<AppendResult> {
      gate.requireUsable(signal);
      const batch = encodeBatch(entries);
      const given = [...entries];
      const result = await use(() => append({ sessionId, batch, expectedHead, signal }), signal);
      indexing.appended(sessionId, given);
      return result;
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      const { order = "oldest-first", from, signal } = options;
      const reading = { sessionId, order, from, signal };
      let position: Position = null;
      let limit = nextLimit(null);
      do {
        const page: Page = await use(() => readPage(reading, position, limit), signal);
        for (const entry of page.entries) {
          gate.requireUsable(signal);
          yield entry;
        }
        gate.requireUsable(signal);
        position = page.next;
        limit = nextLimit(limit);
      } while (position !== null);
    },

    async *sessions(): AsyncGenerator<string> {
      let next: string | null = "";
      while (next !== null) {
        const after: string = next;
        const page = await use(() => listSessions(after));
        for (const sessionId of page.ids) {
          gate.requireUsable();
          yield sessionId;
        }
        next = page.next;
      }
    },

    async delete(sessionId: string): Promise<boolean> {
      return use(() => deleteSession(sessionId));
    },

    async search(
      sessionId: string,
      query: string,
      { limit = DEFAULT_HITS, signal }: SearchOptions = {},
    ): Promise<readonly SearchHit[]> {
      while (await use(() => unlessAborted(index.advance(sessionId), signal), signal));
      return use(() => unlessAborted(search(sessionId, query, limit), signal), signal);
    },

    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      return use(() => evict(sessionId, options));
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead, signal }: AppendOptions,
    ): Promise<AppendResult> {
      gate.requireUsable(signal);
      const batch = encodeBatch(entries);
      return use(() => rewrite(sessionId, batch, { expectedHead }), signal);
    },

    async [Symbol.asyncDispose](): Promise<void> {
      disposal ??= gate.close().then(end);
      await disposal;
    },
  };
}
