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
} from "@cutpoint/session/store";
import {
  createDisposalGuard,
  encodeBatch,
  isTurnBoundary,
  unknownEntryError,
} from "@cutpoint/session/store";
import type { DisposalGuard } from "@cutpoint/session/store";
import type { Appender } from "./appender.ts";
import { createAppender, createGroupAppender } from "./appender.ts";
import type { Database } from "./database.ts";
import { wrapSqliteError, runSqlite, openDatabase } from "./database.ts";
import type { BackgroundIndexer } from "./background-indexer.ts";
import { createBackgroundIndexer } from "./background-indexer.ts";
import { entryOf, sessionKeyOf, rowOf, sessionIds } from "./log.ts";
import { checkOptions, type SqliteStoreOptions } from "./options.ts";
import { readPages } from "./read-pages.ts";
import { evict, purgeRemoved, removeSession, rewrite } from "./removal.ts";
import { searchWords } from "./word-index.ts";

/** Supports every store operation. */
export type SqliteStore = SearchableStore & EvictableStore & ErasableStore;

/**
 * Creates a store in an SQLite database file, for many sessions and any number of processes.
 *
 * Words are indexed after the append that ends a turn or a compaction, in steps that do not block the event loop. A
 * search indexes the rest first.
 *
 * @throws `invalid-input` if an option is invalid or the database belongs to another program, `unsupported-version` if
 *   a newer release wrote it, `corrupt-log` if it is damaged, `store-failed` if the file cannot be opened
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const checked = checkOptions(options);
  const { file, durability } = checked;
  const database = runSqlite("open", file, () => openDatabase(checked));
  const appender =
    durability === "batch" ? createGroupAppender(database) : createAppender(database);
  const guard = createDisposalGuard();
  const indexer = createBackgroundIndexer(database, guard.isClosed);
  const context: StoreContext = {
    file,
    database,
    appender,
    indexer,
    assertOpen: guard.assertOpen,
  };
  return {
    ...createLogMethods(context),
    ...createSearchMethod(context),
    ...createRemovalMethods(context),
    async [Symbol.asyncDispose](): Promise<void> {
      if (guard.isClosed()) return;
      guard.close();
      runSqlite("write to", file, () => {
        appender.flush();
        database.close();
      });
    },
  };
}

type StoreContext = {
  readonly file: string;
  readonly database: Database;
  readonly appender: Appender;
  readonly indexer: BackgroundIndexer;
  /** @throws `closed` after disposal, `aborted` if the signal is aborted */
  readonly assertOpen: DisposalGuard["assertOpen"];
};

function createLogMethods(
  context: StoreContext,
): Pick<SqliteStore, "append" | "read" | "sessions"> {
  const { file, database, appender, indexer } = context;
  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      context.assertOpen(options.signal);
      const batch = encodeBatch(entries);
      if (batch.head === null) return { type: "appended" };
      const endsTurn = entries.some(isTurnBoundary);
      const result = await appender
        .append(sessionId, batch, options)
        .catch(wrapSqliteError("append to", file));
      if (endsTurn) indexer.schedule();
      return result;
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      context.assertOpen(options.signal);
      const { order = "oldest-first", from } = options;
      const pages = runSqlite("read", file, () => {
        const session = sessionKeyOf(database, sessionId) ?? 0;
        const first = from === undefined ? null : rowOf(database, session, from);
        if (first === undefined) throw unknownEntryError("from", from ?? "", sessionId);
        return readPages(database, session, { order, from: first?.place ?? null });
      });
      for (;;) {
        const page = runSqlite("read", file, () => pages.next());
        if (page.done === true) return;
        for (const row of page.value) {
          context.assertOpen(options.signal);
          yield entryOf(row);
        }
        context.assertOpen(options.signal);
      }
    },

    async *sessions(): AsyncGenerator<string> {
      context.assertOpen();
      for (const sessionId of runSqlite("list", file, () => sessionIds(database))) {
        context.assertOpen();
        yield sessionId;
      }
    },
  };
}

function createSearchMethod(context: StoreContext): Pick<SqliteStore, "search"> {
  const { file, database, indexer } = context;
  return {
    async search(
      sessionId: string,
      query: string,
      { limit = 10, signal }: SearchOptions = {},
    ): Promise<readonly SearchHit[]> {
      context.assertOpen(signal);
      while (runSqlite("index", file, () => indexer.step())) {
        await new Promise((resolve) => setImmediate(resolve));
        context.assertOpen(signal);
      }
      return runSqlite("search", file, () => searchWords(database, sessionId, query, limit));
    },
  };
}

function createRemovalMethods(
  context: StoreContext,
): Pick<SqliteStore, "delete" | "evict" | "rewrite"> {
  const { file, database, appender } = context;
  function write<Result>(verb: string, run: () => Result): Result {
    return runSqlite(verb, file, () => {
      appender.flush();
      return database.transaction(run);
    });
  }
  return {
    async delete(sessionId: string): Promise<boolean> {
      context.assertOpen();
      return write("delete from", () => removeSession(database, sessionId));
    },

    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      context.assertOpen();
      return write("evict from", () => evict(database, sessionId, options));
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      context.assertOpen(options.signal);
      const batch = encodeBatch(entries);
      const result = write("rewrite", () => rewrite(database, sessionId, batch, options));
      if (result.type === "appended") runSqlite("clean", file, () => purgeRemoved(database));
      return result;
    },
  };
}
