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
import {
  CutpointError,
  encodeBatch,
  requireNotAborted,
  textOfKey,
  unknownEntry,
} from "@cutpoint/core/store";
import { createAppender, createGroupAppender } from "./appender.ts";
import { guarded, openDatabase } from "./database.ts";
import { entryOf, numberOf, rowOf } from "./log.ts";
import type { SqliteStoreOptions } from "./options.ts";
import { checkOptions } from "./options.ts";
import { pagesOf } from "./pages.ts";
import { evict, forgetRemoved, removeSession, rewrite } from "./removal.ts";
import { indexMore, searchWords } from "./words.ts";

/** Everything that a store can do. */
export type SqliteStore = SearchableStore & EvictableStore & ErasableStore;

/**
 * A store in a database file of SQLite: many sessions in one file, any number of processes at once.
 *
 * Words are indexed after the append that ends a turn or a compaction, in steps between which the event loop goes on;
 * a search indexes what is left.
 *
 * @throws `invalid-input` for options that are wrong or a database of another program, `unsupported-version` for one of
 *   a newer release, `store-failed` where the file cannot be opened
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const checked = checkOptions(options);
  const { file } = checked;
  const database = guarded("open", file, () => openDatabase(checked));
  const { append, flush } =
    checked.durability === "batch" ? createGroupAppender(database) : createAppender(database);
  let closed = false;
  let isIndexing = false;

  function requireUsable(signal?: AbortSignal): void {
    if (closed) throw new CutpointError("closed", "the store was disposed of: create another one");
    requireNotAborted(signal);
  }

  function write<Result>(verb: string, run: () => Result): Result {
    return guarded(verb, file, () => {
      flush();
      return database.transaction(run);
    });
  }

  function indexSoon(): void {
    if (isIndexing) return;
    isIndexing = true;
    setImmediate(() => {
      isIndexing = false;
      try {
        if (!closed && indexMore(database)) indexSoon();
      } catch {
        // A writer that is busy or a disk that is full: what is left is indexed by the next search, which tells.
      }
    });
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      requireUsable(options.signal);
      const batch = encodeBatch(entries);
      if (batch.head === null) return { type: "appended" };
      const isPause = entries.some(endsTurn);
      try {
        return await append(sessionId, batch, options);
      } catch (error) {
        return guarded("append to", file, () => {
          throw error;
        });
      } finally {
        if (isPause) indexSoon();
      }
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      requireUsable(options.signal);
      const { order = "oldest-first", from } = options;
      const session = guarded("read", file, () => numberOf(database, sessionId)) ?? 0;
      const first = from === undefined ? undefined : rowOf(database, session, from);
      if (from !== undefined && first === undefined) throw unknownEntry("from", from, sessionId);
      const pages = pagesOf(database, session, { order, from: first?.place ?? null });
      for (;;) {
        const page = guarded("read", file, () => pages.next());
        if (page.done === true) return;
        for (const row of page.value) {
          requireUsable(options.signal);
          yield entryOf(row);
        }
        requireUsable(options.signal);
      }
    },

    async *sessions(): AsyncGenerator<string> {
      requireUsable();
      const rows = guarded("list", file, () =>
        database
          .statement(
            "SELECT key FROM sessions WHERE EXISTS (SELECT 1 FROM entries WHERE session = number)",
          )
          .all(),
      );
      for (const row of rows) {
        requireUsable();
        yield textOfKey(row["key"] as string);
      }
    },

    async delete(sessionId: string): Promise<boolean> {
      requireUsable();
      return write("delete from", () => removeSession(database, sessionId));
    },

    async search(
      sessionId: string,
      query: string,
      { limit = 10, signal }: SearchOptions = {},
    ): Promise<readonly SearchHit[]> {
      requireUsable(signal);
      while (guarded("index", file, () => indexMore(database))) {
        await new Promise((resolve) => setImmediate(resolve));
        requireUsable(signal);
      }
      const session = guarded("search", file, () => numberOf(database, sessionId));
      if (session === null) return [];
      return guarded("search", file, () => searchWords(database, session, query, limit));
    },

    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      requireUsable();
      return write("evict from", () => evict(database, sessionId, options));
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      requireUsable(options.signal);
      const batch = encodeBatch(entries);
      const result = write("rewrite", () => rewrite(database, sessionId, batch, options));
      guarded("clean", file, () => forgetRemoved(database));
      return result;
    },

    async [Symbol.asyncDispose](): Promise<void> {
      if (closed) return;
      closed = true;
      guarded("write to", file, () => {
        flush();
        database.close();
      });
    },
  };
}

/** Whether what was said before this entry is a turn of its own, or was covered. */
function endsTurn(entry: Entry): boolean {
  if (entry.type === "compaction") return true;
  return (
    entry.type === "message" &&
    entry.message.role === "user" &&
    entry.message.provenance === "human"
  );
}
