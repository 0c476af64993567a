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
import { failed, guarded, openDatabase } from "./database.ts";
import type { Indexing } from "./indexing.ts";
import { createIndexing } from "./indexing.ts";
import { entryOf, numberOf, rowOf, sessionIds } from "./log.ts";
import { checkOptions, type SqliteStoreOptions } from "./options.ts";
import { pagesOf } from "./pages.ts";
import { evict, forgetRemoved, removeSession, rewrite } from "./removal.ts";
import { searchWords } from "./words.ts";

/** Everything that a store can do. */
export type SqliteStore = SearchableStore & EvictableStore & ErasableStore;

/**
 * A store in a database file of SQLite: many sessions in one file, any number of processes at once.
 *
 * Words are indexed after the append that ends a turn or a compaction, in steps between which the event loop goes on;
 * a search indexes what is left.
 *
 * @throws `invalid-input` for options that are wrong or a database of another program, `unsupported-version` for one of
 *   a newer release, `corrupt-log` for one that is damaged, `store-failed` where the file cannot be opened
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const checked = checkOptions(options);
  const { file, durability } = checked;
  const database = guarded("open", file, () => openDatabase(checked));
  const appender =
    durability === "batch" ? createGroupAppender(database) : createAppender(database);
  const usability = createDisposalGuard();
  const indexing = createIndexing(database, usability.isClosed);
  const opened: Opened = {
    file,
    database,
    appender,
    indexing,
    assertUsable: usability.assertOpen,
  };
  return {
    ...logVerbs(opened),
    ...searchVerb(opened),
    ...removalVerbs(opened),
    async [Symbol.asyncDispose](): Promise<void> {
      if (usability.isClosed()) return;
      usability.close();
      guarded("write to", file, () => {
        appender.flush();
        database.close();
      });
    },
  };
}

type Opened = {
  readonly file: string;
  readonly database: Database;
  readonly appender: Appender;
  readonly indexing: Indexing;
  /**
   * @throws `closed` after disposal, `aborted` where the signal is set
   */
  readonly assertUsable: DisposalGuard["assertOpen"];
};

function logVerbs(opened: Opened): Pick<SqliteStore, "append" | "read" | "sessions"> {
  const { file, database, appender, indexing } = opened;
  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      opened.assertUsable(options.signal);
      const batch = encodeBatch(entries);
      if (batch.head === null) return { type: "appended" };
      const pauses = entries.some(isTurnBoundary);
      const result = await appender
        .append(sessionId, batch, options)
        .catch(failed("append to", file));
      if (pauses) indexing.soon();
      return result;
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      opened.assertUsable(options.signal);
      const { order = "oldest-first", from } = options;
      const pages = guarded("read", file, () => {
        const session = numberOf(database, sessionId) ?? 0;
        const first = from === undefined ? null : rowOf(database, session, from);
        if (first === undefined) throw unknownEntryError("from", from ?? "", sessionId);
        return pagesOf(database, session, { order, from: first?.place ?? null });
      });
      for (;;) {
        const page = guarded("read", file, () => pages.next());
        if (page.done === true) return;
        for (const row of page.value) {
          opened.assertUsable(options.signal);
          yield entryOf(row);
        }
        opened.assertUsable(options.signal);
      }
    },

    async *sessions(): AsyncGenerator<string> {
      opened.assertUsable();
      for (const sessionId of guarded("list", file, () => sessionIds(database))) {
        opened.assertUsable();
        yield sessionId;
      }
    },
  };
}

function searchVerb(opened: Opened): Pick<SqliteStore, "search"> {
  const { file, database, indexing } = opened;
  return {
    async search(
      sessionId: string,
      query: string,
      { limit = 10, signal }: SearchOptions = {},
    ): Promise<readonly SearchHit[]> {
      opened.assertUsable(signal);
      while (guarded("index", file, () => indexing.step())) {
        await new Promise((resolve) => setImmediate(resolve));
        opened.assertUsable(signal);
      }
      return guarded("search", file, () => searchWords(database, sessionId, query, limit));
    },
  };
}

function removalVerbs(opened: Opened): Pick<SqliteStore, "delete" | "evict" | "rewrite"> {
  const { file, database, appender } = opened;
  function write<Result>(verb: string, run: () => Result): Result {
    return guarded(verb, file, () => {
      appender.flush();
      return database.transaction(run);
    });
  }
  return {
    async delete(sessionId: string): Promise<boolean> {
      opened.assertUsable();
      return write("delete from", () => removeSession(database, sessionId));
    },

    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      opened.assertUsable();
      return write("evict from", () => evict(database, sessionId, options));
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      opened.assertUsable(options.signal);
      const batch = encodeBatch(entries);
      const result = write("rewrite", () => rewrite(database, sessionId, batch, options));
      if (result.type === "appended") guarded("clean", file, () => forgetRemoved(database));
      return result;
    },
  };
}
