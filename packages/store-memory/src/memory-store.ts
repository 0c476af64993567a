import type { Entry } from "@cutpoint/session";
import {
  type AppendOptions,
  type AppendResult,
  assertSameContent,
  type Batch,
  createDisposalGuard,
  duplicateIdError,
  encodeBatch,
  type ErasableStore,
  type EvictableStore,
  type EvictOptions,
  type EvictResult,
  type ReadOptions,
  unknownEntryError,
} from "@cutpoint/session/store";
import { emptyLog, entryAt, type Log } from "./log.ts";
import { evict, rewrite } from "./removal.ts";

/** Everything that a store can do, but for an index of words. */
export type MemoryStore = EvictableStore & ErasableStore;

/**
 * A store that lives as long as the process: for tests, and for conversations that nobody takes up again.
 *
 * An append costs one `JSON.stringify` for each entry, a read one `JSON.parse` for each entry that it yields.
 */
export function createMemoryStore(): MemoryStore {
  const logs = new Map<string, Log>();
  const { assertOpen: assertUsable, close } = createDisposalGuard();

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      assertUsable(options.signal);
      const batch = encodeBatch(entries);
      const log = logs.get(sessionId) ?? emptyLog();
      if (options.expectedHead !== log.head)
        return answerMismatch(log, batch, options.expectedHead);
      for (const id of batch.entries.keys()) if (log.places.has(id)) throw duplicateIdError(id);
      for (const { id, text } of batch.entries.values())
        log.places.set(id, log.texts.push(text) - 1);
      log.head = batch.head ?? log.head;
      if (batch.head !== null) logs.set(sessionId, log);
      return { type: "appended" };
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      assertUsable(options.signal);
      const { texts, places } = logs.get(sessionId) ?? emptyLog();
      const count = texts.length;
      const step = options.order === "newest-first" ? -1 : 1;
      const edge = step === 1 ? 0 : count - 1;
      const first = options.from === undefined ? edge : places.get(options.from);
      if (first === undefined) throw unknownEntryError("from", options.from ?? "", sessionId);
      for (let place = first; place >= 0 && place < count; place += step) {
        assertUsable(options.signal);
        yield entryAt(texts, place);
      }
    },

    async *sessions(): AsyncGenerator<string> {
      assertUsable();
      const ids = [...logs.keys()];
      yield* ids;
    },

    async delete(sessionId: string): Promise<boolean> {
      assertUsable();
      return logs.delete(sessionId);
    },

    async evict(sessionId: string, options: EvictOptions): Promise<EvictResult> {
      assertUsable();
      return evict(logs, sessionId, options);
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      assertUsable(options.signal);
      return rewrite(logs, sessionId, encodeBatch(entries), options);
    },

    async [Symbol.asyncDispose](): Promise<void> {
      close();
      logs.clear();
    },
  };
}

/** What to say to a writer that does not know the head: perhaps only the answer to its first attempt was lost. */
function answerMismatch(log: Log, batch: Batch, expectedHead: string | null): AppendResult {
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
