import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { changingReads, faulty, type FaultyStore, readAll } from "./faulty-store.ts";

export const faultyReads: readonly FaultyStore[] = [
  faulty("read-newest-first", "ignores the order", (store) => ({
    read: (sessionId, options) => store.read(sessionId, { ...options, order: "oldest-first" }),
  })),
  faulty(
    "read-from",
    "skips the first entry of a backward read",
    changingReads((entries, { from, order }) =>
      from !== undefined && order === "newest-first" ? entries.slice(1) : entries,
    ),
  ),
  faulty("read-from-look-alike", "finds ids by text", (store) => ({
    async *read(sessionId, { from, ...options } = {}) {
      const entries = await readAll(store.read(sessionId, options));
      const begin = entries.findIndex((entry) => JSON.stringify(entry).includes(from ?? ""));
      if (begin === -1) throw new CutpointError("unknown-entry", "unknown entry");
      yield* entries.slice(begin);
    },
  })),
  faulty("read-from-unknown", "returns nothing from an unknown entry", (store) => ({
    async *read(sessionId, options) {
      try {
        yield* store.read(sessionId, options);
      } catch (error) {
        if (!isCutpointError(error, "unknown-entry")) throw error;
      }
    },
  })),
  faulty("read-from-unknown", "returns everything from an unknown entry", (store) => ({
    async *read(sessionId, { from, ...options } = {}) {
      const entries = await readAll(store.read(sessionId, options));
      yield* entries.slice(
        Math.max(
          0,
          entries.findIndex((entry) => entry.id === from),
        ),
      );
    },
  })),
  faulty("read-unknown-session", "throws for an unknown session", (store, { logs }) => ({
    read(sessionId, options) {
      if (logs.has(sessionId)) return store.read(sessionId, options);
      throw new CutpointError("unknown-entry", "no such session");
    },
  })),
  faulty(
    "read-all-branches",
    "reads only the active path",
    changingReads((entries) => {
      const path: Entry[] = [];
      for (let entry = entries.at(-1); entry !== undefined;) {
        path.unshift(entry);
        const { parentId } = entry;
        entry = entries.find((other) => other.id === parentId);
      }
      return path;
    }),
  ),
  faulty("read-stopped-early", "allows only one reader at a time", (store) => {
    let reading = false;
    return {
      async *read(sessionId, options) {
        if (reading) throw new CutpointError("store-failed", "busy");
        reading = true;
        yield* store.read(sessionId, options);
        reading = false;
      },
    };
  }),
  faulty("read-while-written", "counts backwards from a moving end", (store) => ({
    async *read(sessionId, options = {}) {
      if (options.order !== "newest-first" || options.from !== undefined) {
        yield* store.read(sessionId, options);
        return;
      }
      const count = (await readAll(store.read(sessionId, options))).length;
      for (let index = 0; index < count; index += 1) {
        const entry = (await readAll(store.read(sessionId, options)))[index];
        if (entry !== undefined) yield entry;
      }
    },
  })),
  faulty("read-aborted", "ignores the signal", (store) => ({
    read: (sessionId, options) =>
      store.read(sessionId, { ...options, signal: new AbortController().signal }),
  })),
  faulty("read-aborted", "ends without an error if the signal is aborted", (store) => ({
    async *read(sessionId, { signal, ...options } = {}) {
      const isSet = () => signal?.aborted === true;
      if (isSet()) throw new CutpointError("aborted", "aborted");
      for await (const entry of store.read(sessionId, options)) {
        if (isSet()) return;
        yield entry;
      }
    },
  })),
];
