import { isDeepStrictEqual } from "node:util";
import { CutpointError } from "@cutpoint/core";
import {
  type Entry,
  type SearchHit,
  type SearchOptions,
  searchSession,
  type SessionStore,
} from "@cutpoint/session";
import {
  type AppendOptions,
  type AppendResult,
  createTombstone,
  type ErasableStore,
  type EvictableStore,
  type EvictOptions,
  type EvictResult,
  isEvicted,
  type ReadOptions,
  type SearchableStore,
} from "@cutpoint/session/store";
import type { StoreRig } from "../../src/store/rig.ts";

/** Entries of each session as JSON text. */
type Logs = Map<string, readonly string[]>;

/** A store with all optional interfaces. */
export type ReferenceStore = SearchableStore & EvictableStore & ErasableStore;

/** Creates the simplest correct store. Slow. */
export function createReferenceStore(logs: Logs): ReferenceStore {
  let closed = false;

  function entriesOf(sessionId: string): Entry[] {
    return (logs.get(sessionId) ?? []).map((text) => JSON.parse(text) as Entry);
  }

  function headOf(sessionId: string): string | null {
    const newest = logs.get(sessionId)?.at(-1);
    return newest === undefined ? null : (JSON.parse(newest) as Entry).id;
  }

  function assertUsable(signal?: AbortSignal): void {
    if (closed) throw new CutpointError("closed", "closed");
    if (signal?.aborted === true) throw new CutpointError("aborted", "aborted");
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead, signal }: AppendOptions,
    ): Promise<AppendResult> {
      assertUsable(signal);
      const texts = entries.map((entry) => JSON.stringify(entry));
      if (new Set(entries.map((entry) => entry.id)).size < entries.length) throw duplicateId();
      if (texts.length === 0) return { type: "appended" };
      const head = headOf(sessionId);
      if (head === expectedHead) {
        logs.set(sessionId, [...(logs.get(sessionId) ?? []), ...texts]);
        return { type: "appended" };
      }
      const all = entriesOf(sessionId);
      const after = expectedHead === null ? 0 : all.findIndex(({ id }) => id === expectedHead) + 1;
      if (expectedHead !== null && after === 0) return { type: "conflict", head };
      const stored = all.slice(after);
      const twins = texts.map((text) => {
        const entry = JSON.parse(text) as Entry;
        const twin = stored.find((other) => other.id === entry.id);
        if (twin !== undefined && !isDeepStrictEqual(twin, entry)) throw duplicateId();
        return twin;
      });
      return twins.includes(undefined) ? { type: "conflict", head } : { type: "appended" };
    },

    async *read(
      sessionId: string,
      { from, order, signal }: ReadOptions = {},
    ): AsyncGenerator<Entry> {
      assertUsable(signal);
      const entries = entriesOf(sessionId);
      if (order === "newest-first") entries.reverse();
      const begin = from === undefined ? 0 : entries.findIndex((entry) => entry.id === from);
      if (begin === -1) throw new CutpointError("unknown-entry", "unknown entry");
      for (const entry of entries.slice(begin)) {
        assertUsable(signal);
        yield entry;
      }
    },

    async *sessions(): AsyncGenerator<string> {
      assertUsable();
      yield* new Set(logs.keys());
    },

    async delete(sessionId: string): Promise<boolean> {
      assertUsable();
      return logs.delete(sessionId);
    },

    async search(
      sessionId: string,
      query: string,
      options: SearchOptions = {},
    ): Promise<readonly SearchHit[]> {
      assertUsable(options.signal);
      const scanned = { ...this, search: undefined } as SessionStore;
      return searchSession(scanned, sessionId, query, options);
    },

    async evict(sessionId: string, { through, expectedHead }: EvictOptions): Promise<EvictResult> {
      assertUsable();
      const entries = entriesOf(sessionId);
      const place = entries.findIndex(({ id }) => id === through);
      const entry = entries[place];
      if (entry === undefined) throw new CutpointError("unknown-entry", "unknown entry");
      const head = headOf(sessionId);
      if (head !== expectedHead) return { type: "conflict", head };
      if (isEvicted(entry)) return { type: "evicted", count: 0 };
      const left = [createTombstone(entry, "evicted"), ...entries.slice(place + 1)];
      logs.set(
        sessionId,
        left.map((each) => JSON.stringify(each)),
      );
      return { type: "evicted", count: place + 1 };
    },

    async rewrite(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead }: AppendOptions,
    ): Promise<AppendResult> {
      assertUsable();
      const stored = entriesOf(sessionId);
      const head = headOf(sessionId);
      if (head !== expectedHead) return { type: "conflict", head };
      if (new Set(entries.map(({ id }) => id)).size < entries.length) throw duplicateId();
      for (const { id, parentId } of entries) {
        const twin = stored.find((each) => each.id === id);
        if (twin === undefined) throw new CutpointError("unknown-entry", "unknown entry");
        if (twin.parentId !== parentId) throw new CutpointError("invalid-input", "other parent");
      }
      const texts = stored.map((each) =>
        JSON.stringify(entries.find(({ id }) => id === each.id) ?? each),
      );
      logs.set(sessionId, texts);
      return { type: "appended" };
    },

    async [Symbol.asyncDispose](): Promise<void> {
      closed = true;
    },
  };
}

function duplicateId(): CutpointError {
  return new CutpointError("duplicate-id", "duplicate id");
}

/** Replaces methods of a correct store. */
export type Fault = (
  store: ReferenceStore,
  world: { readonly logs: Logs },
) => Partial<ReferenceStore>;

/**
 * Creates a rig of reference stores with a fault.
 *
 * @param shares whether all handles see the same logs, as in durable stores
 */
export function referenceRig(
  kind: StoreRig["kind"],
  fault: Fault = () => ({}),
  shares: boolean = kind !== "volatile",
): StoreRig<ReferenceStore> {
  return {
    kind,
    async create() {
      const shared: Logs = new Map();
      return {
        async open() {
          const logs: Logs = shares ? shared : new Map();
          const store = createReferenceStore(logs);
          return { ...store, ...fault(store, { logs }) };
        },
        async [Symbol.asyncDispose]() {},
      };
    },
  };
}
