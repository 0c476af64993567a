import type { ErasableStore, EvictableStore, SearchableStore } from "@cutpoint/session/store";
import { createDisposalGuard, encodeBatch, isTurnBoundary } from "@cutpoint/session/store";
import type { DisposalGuard } from "@cutpoint/session/store";
import type { Appender } from "./appender.ts";
import { type BackgroundIndexer, createBackgroundIndexer } from "./background-indexer.ts";
import type { Database } from "./database.ts";
import { wrapSqliteError } from "./errors.ts";
import { entryOf, sessionIds } from "./log.ts";
import { findRows, readPage, type Remaining } from "./read-pages.ts";
import { evict, purgeWords, removeSession, rewrite } from "./removal.ts";
import type { Steps } from "./steps.ts";
import { searchWords } from "./word-index.ts";

/** Supports every store operation. */
export type SqliteStore = SearchableStore & EvictableStore & ErasableStore;

/** What the methods of a store share. */
export type StoreContext = {
  /** The file or database, as named in errors. */
  readonly place: string;
  readonly database: Database;
  readonly appender: Appender;
};

type OpenStore = StoreContext & {
  readonly indexer: BackgroundIndexer;
  readonly guard: DisposalGuard;
  /** Runs steps and converts their errors. */
  readonly run: <Result>(verb: string, steps: Steps<Result>) => Promise<Result>;
};

/** Creates the store of a database. */
export function createStore(context: StoreContext): SqliteStore {
  const { place, database, appender } = context;
  const guard = createDisposalGuard();
  const store: OpenStore = {
    ...context,
    guard,
    indexer: createBackgroundIndexer(database, guard.isClosed),
    run: (verb, steps) => database.run(steps).catch(wrapSqliteError(verb, place)),
  };
  return {
    ...createLogMethods(store),
    ...createSearchMethod(store),
    ...createRemovalMethods(store),
    async [Symbol.asyncDispose]() {
      if (guard.isClosed()) return;
      guard.close();
      try {
        await appender.flush();
        await database.close();
      } catch (error) {
        wrapSqliteError("write to", place)(error);
      }
    },
  };
}

function createLogMethods(store: OpenStore): Pick<SqliteStore, "append" | "read" | "sessions"> {
  const { place, appender, indexer, run } = store;
  const { assertOpen } = store.guard;
  return {
    async append(sessionId, entries, options) {
      assertOpen(options.signal);
      const batch = encodeBatch(entries);
      if (batch.head === null) return { type: "appended" };
      const endsTurn = entries.some(isTurnBoundary);
      const result = await appender
        .append(sessionId, batch, options)
        .catch(wrapSqliteError("append to", place));
      if (endsTurn) indexer.schedule();
      return result;
    },

    async *read(sessionId, options = {}) {
      assertOpen(options.signal);
      let rest: Remaining | null = await run("read", findRows(sessionId, options));
      while (rest !== null) {
        assertOpen(options.signal);
        const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(rest);
        for (const row of page.rows) {
          assertOpen(options.signal);
          yield entryOf(row);
        }
        rest = page.rest;
      }
      assertOpen(options.signal);
    },

    async *sessions() {
      assertOpen();
      for (const sessionId of await run("list", sessionIds())) {
        assertOpen();
        yield sessionId;
      }
    },
  };

  function nextPage(rest: Remaining) {
    return run("read", readPage(rest));
  }
}

function createSearchMethod(store: OpenStore): Pick<SqliteStore, "search"> {
  const { place, indexer, run } = store;
  const { assertOpen } = store.guard;
  return {
    async search(sessionId, query, { limit = 10, signal } = {}) {
      assertOpen(signal);
      await indexer.finish(() => assertOpen(signal)).catch(wrapSqliteError("index", place));
      return run("search", searchWords(sessionId, query, limit));
    },
  };
}

function createRemovalMethods(store: OpenStore): Pick<SqliteStore, "delete" | "evict" | "rewrite"> {
  const { place, database, appender } = store;
  const { assertOpen } = store.guard;
  async function write<Result>(verb: string, start: () => Steps<Result>): Promise<Result> {
    await appender.flush();
    return database.transaction(start).catch(wrapSqliteError(verb, place));
  }
  /** Removes deleted content from the files. */
  async function clean(): Promise<void> {
    await write("clean", purgeWords);
    await database.checkpoint().catch(wrapSqliteError("clean", place));
  }
  return {
    async delete(sessionId) {
      assertOpen();
      const isDeleted = await write("delete from", () => removeSession(sessionId));
      if (isDeleted) await clean();
      return isDeleted;
    },

    async evict(sessionId, options) {
      assertOpen();
      return write("evict from", () => evict(sessionId, options));
    },

    async rewrite(sessionId, entries, options) {
      assertOpen(options.signal);
      const batch = encodeBatch(entries);
      const result = await write("rewrite", () => rewrite(sessionId, batch, options));
      if (result.type === "conflict") return result;
      await clean();
      return result;
    },
  };
}
