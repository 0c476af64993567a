import { CutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { isKnownEntry } from "@cutpoint/session/store";
import {
  changingEntries,
  changingReads,
  changingValues,
  faulty,
  type FaultyStore,
} from "./faulty-store.ts";

export const faultyContents: readonly FaultyStore[] = [
  faulty(
    "content-every-type",
    "drops unknown fields",
    changingEntries((entry) => {
      const { laterField: _, ...known } = entry as Entry & { readonly laterField?: unknown };
      return known;
    }),
  ),
  faulty(
    "content-unknown-type",
    "drops entries of unknown types",
    changingReads((entries) => entries.filter((entry) => isKnownEntry(entry))),
  ),
  faulty(
    "content-hostile-texts",
    "makes texts well-formed",
    changingValues((value) => (typeof value === "string" ? value.toWellFormed() : value)),
  ),
  faulty(
    "content-hostile-texts",
    "cuts texts at NUL",
    changingValues((value) => (typeof value === "string" ? value.split("\0")[0] : value)),
  ),
  faulty("content-hostile-ids", "looks up ids in an object", (store, { logs }) => ({
    async *read(sessionId, options = {}) {
      const texts = logs.get(sessionId) ?? [];
      const places: Record<string, number> = {};
      for (const [place, text] of texts.entries()) places[(JSON.parse(text) as Entry).id] = place;
      const begin = options.from === undefined ? 0 : places[options.from];
      if (typeof begin !== "number") throw new CutpointError("unknown-entry", "unknown entry");
      yield* store.read(sessionId, options);
    },
  })),
  faulty(
    "content-hostile-keys",
    "copies objects key by key",
    changingValues((value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const copy: Record<string, unknown> = {};
      for (const [key, inner] of Object.entries(value)) copy[key] = inner;
      return copy;
    }),
  ),
  faulty(
    "content-numbers",
    "rounds numbers to fifteen digits",
    changingValues((value) => (typeof value === "number" ? Number(value.toPrecision(15)) : value)),
  ),
  faulty("content-large", "rejects large entries", (store) => ({
    append(sessionId, entries, options) {
      if (JSON.stringify(entries).length < 1_000_000)
        return store.append(sessionId, entries, options);
      return Promise.reject(new CutpointError("store-failed", "too large"));
    },
  })),
  faulty(
    "content-large",
    "loses the entries after a large one",
    changingReads((entries) => {
      const large = entries.findIndex((entry) => JSON.stringify(entry).length > 1_000_000);
      return large === -1 ? entries : entries.slice(0, large + 1);
    }),
  ),
  faulty(
    "content-many",
    "returns only the first page",
    changingReads((entries) => entries.slice(0, 1000)),
  ),
  faulty("content-own-copy", "keeps a reference to appended objects", (store) => {
    const given = new Map<string, Entry>();
    return {
      async append(sessionId, entries, options) {
        for (const entry of entries) given.set(entry.id, entry);
        return store.append(sessionId, entries, options);
      },
      async *read(sessionId, options) {
        for await (const entry of store.read(sessionId, options))
          yield given.get(entry.id) ?? entry;
      },
    };
  }),
  faulty("content-own-copy", "returns references to its own objects", (store) => {
    const kept = new Map<string, Entry>();
    return {
      async *read(sessionId, options) {
        for await (const entry of store.read(sessionId, options)) {
          if (!kept.has(entry.id)) kept.set(entry.id, entry);
          yield kept.get(entry.id) ?? entry;
        }
      },
    };
  }),
];
