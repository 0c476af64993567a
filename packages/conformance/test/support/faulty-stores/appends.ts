import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import type { AppendResult } from "@cutpoint/session/store";
import { faulty, type FaultyStore, headOf, readAll } from "./faulty-store.ts";

export const faultyAppends: readonly FaultyStore[] = [
  faulty("append-order", "writes batches backwards", (store) => ({
    append: (sessionId, entries, options) => store.append(sessionId, entries.toReversed(), options),
  })),
  faulty("append-head-is-last-of-batch", "uses the first entry of a batch as head", (store) => {
    let first: string | null = null;
    return {
      async append(sessionId, entries, { expectedHead }) {
        if (expectedHead !== first) return store.append(sessionId, entries, { expectedHead });
        first = entries[0]?.id ?? null;
        return store.append(sessionId, entries, { expectedHead: await headOf(store, sessionId) });
      },
    };
  }),
  faulty("append-stale-head", "ignores the expected head", (store) => ({
    append: async (sessionId, entries) =>
      store.append(sessionId, entries, { expectedHead: await headOf(store, sessionId) }),
  })),
  faulty("append-unknown-session", "creates a session for any expected head", (store) => ({
    async append(sessionId, entries, options) {
      const result = await store.append(sessionId, entries, options);
      const isNew = result.type === "conflict" && result.head === null;
      return isNew ? store.append(sessionId, entries, { expectedHead: null }) : result;
    },
  })),
  faulty("append-again-after-lost-answer", "does not recognize a repeated append", (store) => ({
    async append(sessionId, entries, options) {
      const head = await headOf(store, sessionId);
      if (head !== options.expectedHead) return { type: "conflict", head };
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-again-after-lost-answer", "stores a repeated append twice", (store, { logs }) => ({
    async append(sessionId, entries, options) {
      const known = (await headOf(store, sessionId)) === options.expectedHead;
      const result = await store.append(sessionId, entries, options);
      if (result.type === "appended" && !known) {
        const texts = entries.map((entry) => JSON.stringify(entry));
        logs.set(sessionId, [...(logs.get(sessionId) ?? []), ...texts]);
      }
      return result;
    },
  })),
  faulty("append-again-rebuilt", "compares JSON texts instead of contents", (store, { logs }) => ({
    async append(sessionId, entries, options) {
      const texts = logs.get(sessionId) ?? [];
      for (const entry of entries) {
        const stored = texts.find((text) => (JSON.parse(text) as Entry).id === entry.id);
        if (stored !== undefined && stored !== JSON.stringify(entry)) {
          throw new CutpointError("duplicate-id", "another text");
        }
      }
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-again-in-part", "writes the missing part of a batch", (store) => ({
    async append(sessionId, entries, options) {
      const stored = new Set((await readAll(store.read(sessionId))).map((entry) => entry.id));
      const missing = entries.filter((entry) => !stored.has(entry.id));
      if (missing.length === entries.length) return store.append(sessionId, entries, options);
      return store.append(sessionId, missing, { expectedHead: await headOf(store, sessionId) });
    },
  })),
  faulty(
    "append-again-after-unknown-head",
    "searches the whole log for a repeated append",
    (store) => ({
      async append(sessionId, entries, options) {
        const result = await store.append(sessionId, entries, options);
        if (result.type === "appended") return result;
        const stored = new Set((await readAll(store.read(sessionId))).map((entry) => entry.id));
        return entries.every((entry) => stored.has(entry.id)) ? { type: "appended" } : result;
      },
    }),
  ),
  faulty(
    "append-aborted-under-way",
    "checks the signal only after a write and a wait",
    (store) => ({
      async append(sessionId, entries, options) {
        const result = await store.append(sessionId, entries, options);
        await Promise.resolve();
        if (options.signal?.aborted === true) throw new CutpointError("aborted", "too late");
        return result;
      },
    }),
  ),
  faulty("append-same-id-other-content", "returns a conflict for other content", (store) => ({
    async append(sessionId, entries, options): Promise<AppendResult> {
      try {
        return await store.append(sessionId, entries, options);
      } catch (error) {
        if (!isCutpointError(error, "duplicate-id")) throw error;
        return { type: "conflict", head: await headOf(store, sessionId) };
      }
    },
  })),
  faulty("append-same-id-in-batch", "keeps the last entry of each id", (store) => ({
    append: (sessionId, entries, options) => {
      const unique = new Map(entries.map((entry) => [entry.id, entry]));
      return store.append(sessionId, [...unique.values()], options);
    },
  })),
  faulty("append-nothing", "compares heads for an empty batch", (store) => ({
    async append(sessionId, entries, options) {
      const head = await headOf(store, sessionId);
      if (head !== options.expectedHead && entries.length === 0) return { type: "conflict", head };
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-nothing", "creates a session for an empty batch", (store, { logs }) => ({
    append(sessionId, entries, options) {
      if (!logs.has(sessionId) && entries.length === 0) logs.set(sessionId, []);
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-aborted", "ignores the signal", (store) => ({
    append: (sessionId, entries, { expectedHead }) =>
      store.append(sessionId, entries, { expectedHead }),
  })),
  faulty("append-aborted", "checks the signal only after a write", (store) => ({
    async append(sessionId, entries, { expectedHead, signal }) {
      const result = await store.append(sessionId, entries, { expectedHead });
      if (signal?.aborted === true) throw new CutpointError("aborted", "too late");
      return result;
    },
  })),
];
