import { readEntry } from "@cutpoint/session/store";
import type { StoreRig } from "../../src/store/rig.ts";
import { type Fault, referenceRig, type ReferenceStore } from "./reference-store.ts";
import { readAll } from "./faulty-stores/faulty-store.ts";

/** A store with a fault in search, eviction or rewriting, and the id of the case that must fail. */
export type FaultyVerb = {
  readonly foundBy: string;
  readonly fault: string;
  readonly rig: StoreRig<ReferenceStore>;
};

function faulty(foundBy: string, fault: string, make: Fault): FaultyVerb {
  return { foundBy, fault, rig: referenceRig("durable", make) };
}

const faultySearches: readonly FaultyVerb[] = [
  faulty("search-finds-words", "searches case-sensitively", (store) => ({
    search: async (sessionId, query, options) =>
      query === query.toLowerCase() ? store.search(sessionId, query, options) : [],
  })),
  faulty("search-finds-words", "does not support scripts without spaces", (store) => ({
    search: async (sessionId, query, options) =>
      /\p{Script=Han}/u.test(query) ? [] : store.search(sessionId, query, options),
  })),
  faulty("search-finds-no-more", "finds entries with any one of the terms", (store) => ({
    async search(sessionId, query, options) {
      for (const word of query.split(/\W+/u)) {
        const hits = await store.search(sessionId, word, options);
        if (hits.length > 0) return hits;
      }
      return [];
    },
  })),
  faulty("search-what-was-said", "searches notes and reasoning", (store) => ({
    async search(sessionId, query) {
      const entries = await readAll(store.read(sessionId));
      return entries
        .filter((entry) => JSON.stringify(entry).includes(query))
        .map(({ id, at }) => ({ entryId: id, at, snippet: query, score: 1 }));
    },
  })),
  faulty("search-hits", "returns the oldest hits first", (store) => ({
    search: async (sessionId, query, options) =>
      (await store.search(sessionId, query, options)).toReversed(),
  })),
  faulty("search-hits", "returns the beginning of the text as snippet", (store) => ({
    search: async (sessionId, query, options) =>
      (await store.search(sessionId, query, options)).map((hit) => ({ ...hit, snippet: "word" })),
  })),
  faulty("search-own-session", "searches every session", (store) => ({
    async search(_sessionId, query, options) {
      const hits = [];
      for await (const sessionId of store.sessions())
        hits.push(...(await store.search(sessionId, query, options)));
      return hits;
    },
  })),
  faulty("search-after-delete", "caches hits", (store) => {
    const remembered = new Map<string, Awaited<ReturnType<ReferenceStore["search"]>>>();
    return {
      async search(sessionId, query, options) {
        const hits = remembered.get(query) ?? (await store.search(sessionId, query, options));
        remembered.set(query, hits);
        return hits;
      },
    };
  }),
  faulty("search-aborted-or-closed", "ignores the signal", (store) => ({
    search: (sessionId, query) => store.search(sessionId, query),
  })),
];

const faultyEvictions: readonly FaultyVerb[] = [
  faulty("evict-oldest", "leaves no tombstone", (store, { logs }) => ({
    async evict(sessionId, options) {
      const result = await store.evict(sessionId, options);
      logs.set(sessionId, (logs.get(sessionId) ?? []).slice(1));
      return result;
    },
  })),
  faulty("evict-and-go-on", "counts a tombstone again", (store) => ({
    async evict(sessionId, options) {
      const result = await store.evict(sessionId, options);
      return result.type === "evicted" && result.count === 0 ? { ...result, count: 1 } : result;
    },
  })),
  faulty("evict-stale-head", "ignores the expected head", (store) => ({
    async evict(sessionId, options) {
      const result = await store.evict(sessionId, options);
      if (result.type === "evicted") return result;
      return store.evict(sessionId, { ...options, expectedHead: result.head ?? "" });
    },
  })),
  faulty("evict-seen-by-others", "ends running readers", (store) => {
    let evictions = 0;
    return {
      async *read(sessionId, options) {
        const before = evictions;
        for await (const entry of store.read(sessionId, options)) {
          if (evictions > before) return;
          yield entry;
        }
      },
      evict(sessionId, options) {
        evictions += 1;
        return store.evict(sessionId, options);
      },
    };
  }),
];

const faultyRewritings: readonly FaultyVerb[] = [
  faulty("rewrite-in-place", "moves rewritten entries to the end", (store, { logs }) => ({
    async rewrite(sessionId, entries, options) {
      const result = await store.rewrite(sessionId, entries, options);
      const ids = new Set(entries.map(({ id }) => id));
      const texts = logs.get(sessionId) ?? [];
      const isMoved = (text: string): boolean => ids.has(readEntry(JSON.parse(text)).id);
      logs.set(sessionId, [
        ...texts.filter((text) => !isMoved(text)),
        ...texts.filter((text) => isMoved(text)),
      ]);
      return result;
    },
  })),
  faulty("rewrite-all-or-none", "rewrites entries one after the other", (store) => ({
    async rewrite(sessionId, entries, options) {
      for (const entry of entries) {
        const result = await store.rewrite(sessionId, [entry], options);
        if (result.type === "conflict") return result;
      }
      return { type: "appended" };
    },
  })),
  faulty("rewrite-leaves-no-search", "searches the old content", (store) => {
    const first = new Map<string, Awaited<ReturnType<ReferenceStore["search"]>>>();
    return {
      async search(sessionId, query, options) {
        if (!first.has(query)) first.set(query, await store.search(sessionId, query, options));
        return first.get(query) ?? [];
      },
      rewrite: async (sessionId, entries, options) => store.rewrite(sessionId, entries, options),
    };
  }),
];

/** Faulty stores for every case of `searchCases`, `evictCases` and `eraseCases`. */
export const faultyVerbs: readonly FaultyVerb[] = [
  ...faultySearches,
  ...faultyEvictions,
  ...faultyRewritings,
];
