import {
  type AppendResult,
  assertSameContent,
  type Batch,
  createDisposalGuard,
  duplicateIdError,
  encodeBatch,
  type ErasableStore,
  type EvictableStore,
  unknownEntryError,
} from "@cutpoint/session/store";
import { createLog, entryAt, type Log } from "./log.ts";
import { evict, rewrite } from "./removal.ts";

/** Supports every store operation except an indexed search. */
export type MemoryStore = EvictableStore & ErasableStore;

/**
 * Creates a store that keeps its sessions in memory until the process ends.
 *
 * An append costs one `JSON.stringify` per entry. A read costs one `JSON.parse` per entry that it yields.
 */
export function createMemoryStore(): MemoryStore {
  const logs = new Map<string, Log>();
  const { assertOpen, close } = createDisposalGuard();

  return {
    async append(sessionId, entries, options) {
      assertOpen(options.signal);
      const batch = encodeBatch(entries);
      const log = logs.get(sessionId) ?? createLog();
      if (options.expectedHead !== log.head)
        return resolveHeadMismatch(log, batch, options.expectedHead);
      for (const id of batch.entries.keys()) if (log.places.has(id)) throw duplicateIdError(id);
      for (const { id, text } of batch.entries.values())
        log.places.set(id, log.texts.push(text) - 1);
      log.head = batch.head ?? log.head;
      if (batch.head !== null) logs.set(sessionId, log);
      return { type: "appended" };
    },

    async *read(sessionId, options = {}) {
      assertOpen(options.signal);
      const { texts, places } = logs.get(sessionId) ?? createLog();
      const count = texts.length;
      const step = options.order === "newest-first" ? -1 : 1;
      const edge = step === 1 ? 0 : count - 1;
      const first = options.from === undefined ? edge : places.get(options.from);
      if (first === undefined) throw unknownEntryError("from", options.from ?? "", sessionId);
      for (let place = first; place >= 0 && place < count; place += step) {
        assertOpen(options.signal);
        yield entryAt(texts, place);
      }
    },

    async *sessions() {
      assertOpen();
      const ids = [...logs.keys()];
      yield* ids;
    },

    async delete(sessionId) {
      assertOpen();
      return logs.delete(sessionId);
    },

    async evict(sessionId, options) {
      assertOpen();
      return evict(logs, sessionId, options);
    },

    async rewrite(sessionId, entries, options) {
      assertOpen(options.signal);
      return rewrite(logs, sessionId, encodeBatch(entries), options);
    },

    async [Symbol.asyncDispose]() {
      close();
      logs.clear();
    },
  };
}

/** Detects a repeated append whose first result was lost. Every other append on an outdated head is a conflict. */
function resolveHeadMismatch(log: Log, batch: Batch, expectedHead: string | null): AppendResult {
  if (batch.head === null) return { type: "appended" };
  const { head } = log;
  const after = expectedHead === null ? -1 : log.places.get(expectedHead);
  if (after === undefined) return { type: "conflict", head };
  let stored = 0;
  for (const id of batch.entries.keys()) {
    const place = log.places.get(id);
    if (place === undefined || place <= after) continue;
    assertSameContent(entryAt(log.texts, place), batch);
    stored += 1;
  }
  return stored === batch.entries.size ? { type: "appended" } : { type: "conflict", head };
}
