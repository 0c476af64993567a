import { isDeepStrictEqual } from "node:util";
import { CutpointError } from "@cutpoint/core";
import type { AppendOptions, AppendResult, Entry, ReadOptions, SessionStore } from "@cutpoint/core";
import type { StoreRig } from "../src/store/rig.ts";

/** Each session's entries as JSON text. */
type Logs = Map<string, readonly string[]>;

/** The contract in the fewest words: slow, and right. */
function createReferenceStore(logs: Logs): SessionStore {
  let closed = false;

  function entriesOf(sessionId: string): Entry[] {
    return (logs.get(sessionId) ?? []).map((text) => JSON.parse(text) as Entry);
  }

  function requireUsable(signal?: AbortSignal): void {
    if (closed) throw new CutpointError("closed", "closed");
    if (signal?.aborted === true) throw new CutpointError("aborted", "aborted");
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      { expectedHead, signal }: AppendOptions,
    ): Promise<AppendResult> {
      requireUsable(signal);
      const texts = entries.map((entry) => JSON.stringify(entry));
      if (new Set(entries.map((entry) => entry.id)).size < entries.length) throw duplicateId();
      const stored = entriesOf(sessionId);
      const head = stored.at(-1)?.id ?? null;
      if (head === expectedHead) {
        if (texts.length > 0) logs.set(sessionId, [...(logs.get(sessionId) ?? []), ...texts]);
        return { type: "appended" };
      }
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
      requireUsable(signal);
      const entries = entriesOf(sessionId);
      if (order === "newest-first") entries.reverse();
      const begin = from === undefined ? 0 : entries.findIndex((entry) => entry.id === from);
      if (begin === -1) throw new CutpointError("unknown-entry", "unknown entry");
      for (const entry of entries.slice(begin)) {
        requireUsable(signal);
        yield entry;
      }
    },

    async *sessions(): AsyncGenerator<string> {
      requireUsable();
      yield* new Set(logs.keys());
    },

    async delete(sessionId: string): Promise<boolean> {
      requireUsable();
      return logs.delete(sessionId);
    },

    async [Symbol.asyncDispose](): Promise<void> {
      closed = true;
    },
  };
}

function duplicateId(): CutpointError {
  return new CutpointError("duplicate-id", "duplicate id");
}

/** A fault: what it makes of a store that has none. The world lasts as long as the place. */
export type Fault = (store: SessionStore, world: { readonly logs: Logs }) => Partial<SessionStore>;

/**
 * A rig of reference stores with a fault.
 *
 * @param shares whether the handles on a place see the same logs, which is right for durable stores alone
 */
export function referenceRig(
  kind: StoreRig["kind"],
  fault: Fault = () => ({}),
  shares: boolean = kind === "durable",
): StoreRig {
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
