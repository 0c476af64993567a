import type { Entry } from "@cutpoint/session";
import {
  type AppendOptions,
  type AppendResult,
  createDisposalGuard,
  encodeBatch,
  type ErasableStore,
  type EvictableStore,
  type EvictOptions,
  type EvictResult,
  type ReadOptions,
  wrapStoreError,
} from "@cutpoint/session/store";
import { type Disk, nodeDisk } from "./disk.ts";
import { sessionsIn } from "./list-sessions.ts";
import { createLogReader, entriesOf } from "./log-reader.ts";
import { leaveLogs, logAt, pathOf } from "./open-logs.ts";
import { checkOptions, type JsonlStoreOptions } from "./options.ts";
import { evict, remove, rewrite, type UsedLog } from "./removal.ts";
import { createReports } from "./reports.ts";

/** How many sessions a store remembers the file of. */
const MOST_USED = 1000;

/** Everything that a store can do, but for an index of words. */
export type JsonlStore = EvictableStore & ErasableStore;

/**
 * A store of append-only files in a folder: one file a session, one line an append.
 *
 * @throws `invalid-input` where an option is not what it should be
 */
export function createJsonlStore(options: JsonlStoreOptions): JsonlStore {
  return createJsonlStoreOn(nodeDisk, options);
}

/** {@link createJsonlStore} on a given disk. */
export function createJsonlStoreOn(disk: Disk, options: JsonlStoreOptions): JsonlStore {
  checkOptions(options);
  const { directory, durability = "none", lockTimeoutMs = 5000 } = options;
  const user = {};
  const reportsOf = createReports(options);
  const { assertOpen: assertUsable, close } = createDisposalGuard();

  const used = new Map<string, UsedLog>();
  let newest: UsedLog | null = null;

  function open(sessionId: string): UsedLog {
    if (newest?.place.sessionId === sessionId && newest.log.isListed) return newest;
    const path = used.get(sessionId)?.place.path ?? pathOf(directory, sessionId);
    const log = logAt(disk, path, sessionId, user);
    const { place, writer } = log;
    const reader = createLogReader(place, reportsOf(sessionId, path));
    newest = { log, place, writer, options: { reader, durability, lockTimeoutMs } };
    if (used.size > MOST_USED) used.clear();
    used.set(sessionId, newest);
    return newest;
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      assertUsable(options.signal);
      const batch = encodeBatch(entries);
      if (batch.head === null) return { type: "appended" };
      const { place, writer, options: own } = open(sessionId);
      try {
        return await writer.append(batch, options, own);
      } catch (error) {
        return wrapStoreError("append to", place.path)(error);
      }
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      assertUsable(options.signal);
      const { place, options: own } = open(sessionId);
      try {
        for await (const entry of entriesOf(own.reader, sessionId, options)) {
          assertUsable(options.signal);
          yield entry;
        }
      } catch (error) {
        wrapStoreError("read", place.path)(error);
      }
    },

    async *sessions(): AsyncGenerator<string> {
      assertUsable();
      for await (const sessionId of sessionsIn(disk, directory, (id) => open(id).options.reader)) {
        assertUsable();
        yield sessionId;
      }
    },

    async delete(sessionId: string): Promise<boolean> {
      assertUsable();
      return remove(open(sessionId));
    },

    ...removalVerbs(open, assertUsable),

    async [Symbol.asyncDispose](): Promise<void> {
      close();
      await leaveLogs(disk, user);
    },
  };
}

function removalVerbs(
  open: (sessionId: string) => UsedLog,
  assertUsable: (signal?: AbortSignal) => void,
): Pick<JsonlStore, "evict" | "rewrite"> {
  return {
    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      assertUsable();
      return evict(open(sessionId), options);
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      assertUsable(options.signal);
      return rewrite(open(sessionId), encodeBatch(entries), options);
    },
  };
}
