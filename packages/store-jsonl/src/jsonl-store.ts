import type { ErasableStore, EvictableStore } from "@cutpoint/session/store";
import { createDisposalGuard, encodeBatch, wrapStoreError } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import { readEntries } from "./read-entries.ts";
import { nodeDisk, OWNER_ONLY } from "./disk.ts";
import { listSessions } from "./list-sessions.ts";
import { createLogReader } from "./log-reader.ts";
import { closeIdleLogs, releaseLogs, openLog, pathOf } from "./open-logs.ts";
import type { JsonlStoreOptions } from "./options.ts";
import { checkOptions } from "./options.ts";
import type { StoreLog } from "./removal.ts";
import { evict, remove, rewrite } from "./removal.ts";
import { createReports } from "./reports.ts";

/** The maximum number of sessions whose file a store remembers. */
const MAX_CACHED_LOGS = 1000;

/** Supports every store operation except an indexed search. */
export type JsonlStore = EvictableStore & ErasableStore;

/**
 * Creates a store in a folder of append-only files, with one file per session and one line per append.
 *
 * @throws `invalid-input` if an option is invalid
 */
export function createJsonlStore(options: JsonlStoreOptions): JsonlStore {
  return createJsonlStoreOn(nodeDisk, options);
}

/** Creates the store on another file system, for tests. */
export function createJsonlStoreOn(disk: Disk, options: JsonlStoreOptions): JsonlStore {
  checkOptions(options);
  const { directory, durability = "none", lockTimeoutMs = 5000, mode = OWNER_ONLY } = options;
  const user = {};
  const reports = createReports(options);
  const { assertOpen, close } = createDisposalGuard();

  const used = new Map<string, StoreLog>();
  let newest: StoreLog | null = null;

  function open(sessionId: string): StoreLog {
    if (newest?.location.sessionId === sessionId && newest.log.isListed) return newest;
    const path = used.get(sessionId)?.location.path ?? pathOf(directory, sessionId);
    const log = openLog({ disk, path, sessionId, mode }, user);
    const { location, writer } = log;
    const reader = createLogReader(location, reports.forSession(sessionId, path));
    newest = { log, location, writer, options: { reader, durability, lockTimeoutMs } };
    if (used.size > MAX_CACHED_LOGS) used.clear();
    used.set(sessionId, newest);
    return newest;
  }

  return {
    async append(sessionId, entries, options) {
      assertOpen(options.signal);
      const batch = encodeBatch(entries);
      if (batch.head === null) return { type: "appended" };
      const { location, writer, options: own } = open(sessionId);
      try {
        return await writer.append(batch, options, own);
      } catch (error) {
        return wrapStoreError("append to", location.path)(error);
      }
    },

    async *read(sessionId, options = {}) {
      assertOpen(options.signal);
      const { location, options: own } = open(sessionId);
      try {
        for await (const entry of readEntries(own.reader, sessionId, options)) {
          assertOpen(options.signal);
          yield entry;
        }
      } catch (error) {
        wrapStoreError("read", location.path)(error);
      }
    },

    async *sessions() {
      assertOpen();
      closeIdleLogs(disk);
      for await (const sessionId of listSessions(disk, directory, reports.unreadable)) {
        assertOpen();
        yield sessionId;
      }
    },

    async delete(sessionId) {
      assertOpen();
      return remove(open(sessionId));
    },

    ...createRemovalMethods(open, assertOpen),

    async [Symbol.asyncDispose]() {
      close();
      await releaseLogs(disk, user);
    },
  };
}

function createRemovalMethods(
  open: (sessionId: string) => StoreLog,
  assertOpen: (signal?: AbortSignal) => void,
): Pick<JsonlStore, "evict" | "rewrite"> {
  return {
    async evict(sessionId, options) {
      assertOpen();
      return evict(open(sessionId), options);
    },

    async rewrite(sessionId, entries, options) {
      assertOpen(options.signal);
      return rewrite(open(sessionId), encodeBatch(entries), options);
    },
  };
}
