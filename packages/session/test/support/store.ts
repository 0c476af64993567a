import type { Entry } from "../../src/log/entry.ts";
import { createTombstone, isEvicted } from "../../src/log/notes.ts";
import type { ErasableStore, EvictableStore } from "../../src/store/contract.ts";
import { assertReplaceable, duplicateIdError, unknownEntryError } from "../../src/store/errors.ts";

/** A store in memory that can evict and rewrite, without an index. */
export type TestStore = EvictableStore &
  ErasableStore & {
    /** The entries of the session `s`, oldest first. */
    readonly entries: readonly Entry[];
  };

export function createTestStore(): TestStore {
  const logs = new Map<string, readonly Entry[]>();
  const logOf = (sessionId: string): readonly Entry[] => logs.get(sessionId) ?? [];

  /** Replaces a log if the head is the expected one. */
  function write<Done>(
    sessionId: string,
    expectedHead: string | null,
    change: (log: readonly Entry[]) => { readonly log: readonly Entry[]; readonly result: Done },
  ): Done | { readonly type: "conflict"; readonly head: string | null } {
    const before = logOf(sessionId);
    const head = before.at(-1)?.id ?? null;
    if (head !== expectedHead) return { type: "conflict", head };
    const { log, result } = change(before);
    if (log.length > 0) logs.set(sessionId, log);
    return result;
  }

  return {
    get entries() {
      return logOf("s");
    },
    append: async (sessionId, entries, { expectedHead }) =>
      write(sessionId, expectedHead, (log) => {
        const ids = new Set(log.map(({ id }) => id));
        for (const { id } of entries) {
          if (ids.has(id)) throw duplicateIdError(id);
          ids.add(id);
        }
        return { log: [...log, ...structuredClone(entries)], result: { type: "appended" } };
      }),
    async *read(sessionId, { from, order } = {}) {
      const log = logOf(sessionId);
      const ordered = order === "newest-first" ? log.toReversed() : log;
      const start = from === undefined ? 0 : ordered.findIndex(({ id }) => id === from);
      if (start === -1) throw unknownEntryError("from", from ?? "", sessionId);
      for (const entry of ordered.slice(start)) yield structuredClone(entry);
    },
    async *sessions() {
      yield* logs.keys();
    },
    delete: async (sessionId) => logs.delete(sessionId),
    evict: async (sessionId, { through, expectedHead }) =>
      write(sessionId, expectedHead, (log) => {
        const place = log.findIndex(({ id }) => id === through);
        const entry = log[place];
        if (entry === undefined) throw unknownEntryError("through", through, sessionId);
        if (isEvicted(entry)) return { log, result: { type: "evicted", count: 0 } };
        const kept = [createTombstone(entry, "evicted"), ...log.slice(place + 1)];
        return { log: kept, result: { type: "evicted", count: place + 1 } };
      }),
    rewrite: async (sessionId, entries, { expectedHead }) =>
      write(sessionId, expectedHead, (log) => {
        const changed = new Map(entries.map((entry) => [entry.id, structuredClone(entry)]));
        for (const entry of changed.values())
          assertReplaceable(
            log.find(({ id }) => id === entry.id),
            entry,
            sessionId,
          );
        return {
          log: log.map((entry) => changed.get(entry.id) ?? entry),
          result: { type: "appended" },
        };
      }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
