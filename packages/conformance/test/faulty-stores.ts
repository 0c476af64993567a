import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { Entry, SessionStore } from "@cutpoint/session";
import { type AppendResult, isKnownEntry, type ReadOptions } from "@cutpoint/session/store";
import type { StoreRig } from "../src/store/rig.ts";
import { type FileFault, fileRig } from "./file-store.ts";
import { type Fault, referenceRig } from "./reference-store.ts";

/** A store with a fault, and the case that must find it. */
export type FaultyStore = {
  readonly fault: string;
  readonly foundBy: string;
  readonly rig: StoreRig;
};

function faulty(
  foundBy: string,
  fault: string,
  make: Fault,
  kind: StoreRig["kind"] = "durable",
): FaultyStore {
  return { foundBy, fault, rig: referenceRig(kind, make) };
}

/** A store of one kind that declares itself the other. */
function misdeclared(foundBy: string, kind: StoreRig["kind"]): FaultyStore {
  const fault = kind === "durable" ? "forgets all when it is closed" : "shares its logs";
  return { foundBy, fault, rig: referenceRig(kind, undefined, kind === "volatile") };
}

async function all(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

async function headOf(store: SessionStore, sessionId: string): Promise<string | null> {
  return (await all(store.read(sessionId))).at(-1)?.id ?? null;
}

/** A fault that lies in what is read. */
function reading(
  change: (entries: readonly Entry[], options: ReadOptions) => readonly Entry[],
  narrow: (options: ReadOptions) => ReadOptions = (options) => options,
): Fault {
  return (store) => ({
    async *read(sessionId, options = {}) {
      yield* change(await all(store.read(sessionId, narrow(options))), options);
    },
  });
}

/** A fault that lies in how an entry is kept. */
function keeping(change: (entry: Entry) => Entry): Fault {
  return (store) => ({
    append: (sessionId, entries, options) => store.append(sessionId, entries.map(change), options),
  });
}

function mapJson(value: unknown, change: (value: unknown) => unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => change(inner));
}

const faultyAppends: readonly FaultyStore[] = [
  faulty("append-order", "writes batches backwards", (store) => ({
    append: (sessionId, entries, options) => store.append(sessionId, entries.toReversed(), options),
  })),
  faulty("append-head-is-last-of-batch", "takes a batch's first entry for the head", (store) => {
    let first: string | null = null;
    return {
      async append(sessionId, entries, { expectedHead }) {
        if (expectedHead !== first) return store.append(sessionId, entries, { expectedHead });
        first = entries[0]?.id ?? null;
        return store.append(sessionId, entries, { expectedHead: await headOf(store, sessionId) });
      },
    };
  }),
  faulty("append-stale-head", "never compares", (store) => ({
    append: async (sessionId, entries) =>
      store.append(sessionId, entries, { expectedHead: await headOf(store, sessionId) }),
  })),
  faulty("append-unknown-session", "begins a session whatever is expected", (store) => ({
    async append(sessionId, entries, options) {
      const result = await store.append(sessionId, entries, options);
      const isNew = result.type === "conflict" && result.head === null;
      return isNew ? store.append(sessionId, entries, { expectedHead: null }) : result;
    },
  })),
  faulty("append-again-after-lost-answer", "knows no repetition", (store) => ({
    async append(sessionId, entries, options) {
      const head = await headOf(store, sessionId);
      if (head !== options.expectedHead) return { type: "conflict", head };
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-again-after-lost-answer", "stores what is repeated again", (store, { logs }) => ({
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
  faulty("append-again-rebuilt", "compares texts", (store, { logs }) => ({
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
  faulty("append-again-in-part", "writes the part that is missing", (store) => ({
    async append(sessionId, entries, options) {
      const stored = new Set((await all(store.read(sessionId))).map((entry) => entry.id));
      const missing = entries.filter((entry) => !stored.has(entry.id));
      if (missing.length === entries.length) return store.append(sessionId, entries, options);
      return store.append(sessionId, missing, { expectedHead: await headOf(store, sessionId) });
    },
  })),
  faulty("append-again-after-unknown-head", "looks for a repetition in the whole log", (store) => ({
    async append(sessionId, entries, options) {
      const result = await store.append(sessionId, entries, options);
      if (result.type === "appended") return result;
      const stored = new Set((await all(store.read(sessionId))).map((entry) => entry.id));
      return entries.every((entry) => stored.has(entry.id)) ? { type: "appended" } : result;
    },
  })),
  faulty("append-aborted-under-way", "writes, then waits and looks at the signal", (store) => ({
    async append(sessionId, entries, options) {
      const result = await store.append(sessionId, entries, options);
      await Promise.resolve();
      if (options.signal?.aborted === true) throw new CutpointError("aborted", "too late");
      return result;
    },
  })),
  faulty("append-same-id-other-content", "calls another content a conflict", (store) => ({
    async append(sessionId, entries, options): Promise<AppendResult> {
      try {
        return await store.append(sessionId, entries, options);
      } catch (error) {
        if (!isCutpointError(error, "duplicate-id")) throw error;
        return { type: "conflict", head: await headOf(store, sessionId) };
      }
    },
  })),
  faulty("append-same-id-in-batch", "keeps the last of an id", (store) => ({
    append: (sessionId, entries, options) => {
      const unique = new Map(entries.map((entry) => [entry.id, entry]));
      return store.append(sessionId, [...unique.values()], options);
    },
  })),
  faulty("append-nothing", "compares for nothing", (store) => ({
    async append(sessionId, entries, options) {
      const head = await headOf(store, sessionId);
      if (head !== options.expectedHead && entries.length === 0) return { type: "conflict", head };
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-nothing", "begins a session with nothing", (store, { logs }) => ({
    append(sessionId, entries, options) {
      if (!logs.has(sessionId) && entries.length === 0) logs.set(sessionId, []);
      return store.append(sessionId, entries, options);
    },
  })),
  faulty("append-aborted", "ignores the signal", (store) => ({
    append: (sessionId, entries, { expectedHead }) =>
      store.append(sessionId, entries, { expectedHead }),
  })),
  faulty("append-aborted", "writes, then looks at the signal", (store) => ({
    async append(sessionId, entries, { expectedHead, signal }) {
      const result = await store.append(sessionId, entries, { expectedHead });
      if (signal?.aborted === true) throw new CutpointError("aborted", "too late");
      return result;
    },
  })),
];

/** Waits between the comparison and the write. */
const comparesTooEarly: Fault = (store, { logs }) => ({
  async append(sessionId, entries, options) {
    const head = await headOf(store, sessionId);
    if (head !== options.expectedHead) return store.append(sessionId, entries, options);
    await Promise.resolve();
    const texts = entries.map((entry) => JSON.stringify(entry));
    if (texts.length > 0) logs.set(sessionId, [...(logs.get(sessionId) ?? []), ...texts]);
    return { type: "appended" };
  },
});

/** Believes what it remembers of the head. */
const remembersHead: Fault = (store) => {
  const heads = new Map<string, string | null>();
  return {
    async append(sessionId, entries, { expectedHead }) {
      const remembered = heads.has(sessionId) && heads.get(sessionId) === expectedHead;
      const head = remembered ? await headOf(store, sessionId) : expectedHead;
      const result = await store.append(sessionId, entries, { expectedHead: head });
      const newest = result.type === "conflict" ? result.head : entries.at(-1)?.id;
      if (newest !== undefined) heads.set(sessionId, newest);
      return result;
    },
  };
};

const faultyUnderConcurrency: readonly FaultyStore[] = [
  faulty("race-on-one-handle", "compares too early", comparesTooEarly),
  faulty("race-to-begin", "compares too early", comparesTooEarly),
  faulty("sessions-do-not-contend", "wants ids unique in all sessions", (store, { logs }) => ({
    append(sessionId, entries, options) {
      const others = [...logs]
        .filter(([other]) => other !== sessionId)
        .flatMap(([, texts]) => texts);
      const taken = new Set(others.map((text) => (JSON.parse(text) as Entry).id));
      if (!entries.some((entry) => taken.has(entry.id)))
        return store.append(sessionId, entries, options);
      return Promise.reject(new CutpointError("duplicate-id", "taken elsewhere"));
    },
  })),
  faulty("two-handles-in-turn", "believes the head that it remembers", remembersHead),
  misdeclared("two-handles-in-turn", "volatile"),
  faulty("two-handles-race", "compares too early", comparesTooEarly),
  misdeclared("two-handles-race", "volatile"),
  faulty("two-handles-delete", "believes the head that it remembers", remembersHead),
  misdeclared("two-handles-delete", "volatile"),
];

const faultyReads: readonly FaultyStore[] = [
  faulty("read-newest-first", "ignores the order", (store) => ({
    read: (sessionId, options) => store.read(sessionId, { ...options, order: "oldest-first" }),
  })),
  faulty(
    "read-from",
    "leaves out where it begins, backwards",
    reading((entries, { from, order }) =>
      from !== undefined && order === "newest-first" ? entries.slice(1) : entries,
    ),
  ),
  faulty("read-from-look-alike", "finds ids by text", (store) => ({
    async *read(sessionId, { from, ...options } = {}) {
      const entries = await all(store.read(sessionId, options));
      const begin = entries.findIndex((entry) => JSON.stringify(entry).includes(from ?? ""));
      if (begin === -1) throw new CutpointError("unknown-entry", "unknown entry");
      yield* entries.slice(begin);
    },
  })),
  faulty("read-from-unknown", "reads nothing from an unknown entry", (store) => ({
    async *read(sessionId, options) {
      try {
        yield* store.read(sessionId, options);
      } catch (error) {
        if (!isCutpointError(error, "unknown-entry")) throw error;
      }
    },
  })),
  faulty("read-from-unknown", "reads all from an unknown entry", (store) => ({
    async *read(sessionId, { from, ...options } = {}) {
      const entries = await all(store.read(sessionId, options));
      yield* entries.slice(
        Math.max(
          0,
          entries.findIndex((entry) => entry.id === from),
        ),
      );
    },
  })),
  faulty("read-unknown-session", "knows no empty log", (store, { logs }) => ({
    read(sessionId, options) {
      if (logs.has(sessionId)) return store.read(sessionId, options);
      throw new CutpointError("unknown-entry", "no such session");
    },
  })),
  faulty(
    "read-all-branches",
    "reads the active path",
    reading((entries) => {
      const path: Entry[] = [];
      for (let entry = entries.at(-1); entry !== undefined;) {
        path.unshift(entry);
        const { parentId } = entry;
        entry = entries.find((other) => other.id === parentId);
      }
      return path;
    }),
  ),
  faulty(
    "read-stopped-early",
    "waits for the last entry before another reader may begin",
    (store) => {
      let reading = false;
      return {
        async *read(sessionId, options) {
          if (reading) throw new CutpointError("store-failed", "busy");
          reading = true;
          yield* store.read(sessionId, options);
          reading = false;
        },
      };
    },
  ),
  faulty("read-while-written", "counts from an end that moves", (store) => ({
    async *read(sessionId, options = {}) {
      if (options.order !== "newest-first" || options.from !== undefined) {
        yield* store.read(sessionId, options);
        return;
      }
      const count = (await all(store.read(sessionId, options))).length;
      for (let index = 0; index < count; index += 1) {
        const entry = (await all(store.read(sessionId, options)))[index];
        if (entry !== undefined) yield entry;
      }
    },
  })),
  faulty("read-aborted", "ignores the signal", (store) => ({
    read: (sessionId, options) =>
      store.read(sessionId, { ...options, signal: new AbortController().signal }),
  })),
  faulty("read-aborted", "ends quietly at the signal", (store) => ({
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

const faultyContents: readonly FaultyStore[] = [
  faulty(
    "content-every-type",
    "drops fields that it does not know",
    keeping((entry) => {
      const { laterField: _, ...known } = entry as Entry & { readonly laterField?: unknown };
      return known;
    }),
  ),
  faulty(
    "content-unknown-type",
    "keeps what it knows",
    reading((entries) => entries.filter((entry) => isKnownEntry(entry))),
  ),
  faulty(
    "content-hostile-texts",
    "makes texts well-formed",
    keeping(
      (entry) =>
        mapJson(entry, (value) =>
          typeof value === "string" ? value.toWellFormed() : value,
        ) as Entry,
    ),
  ),
  faulty(
    "content-hostile-texts",
    "cuts texts at NUL",
    keeping(
      (entry) =>
        mapJson(entry, (value) =>
          typeof value === "string" ? value.split("\0")[0] : value,
        ) as Entry,
    ),
  ),
  faulty("content-hostile-ids", "looks ids up in an object", (store, { logs }) => ({
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
    keeping(
      (entry) =>
        mapJson(entry, (value) => {
          if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
          const copy: Record<string, unknown> = {};
          for (const [key, inner] of Object.entries(value)) copy[key] = inner;
          return copy;
        }) as Entry,
    ),
  ),
  faulty(
    "content-numbers",
    "keeps fifteen digits",
    keeping(
      (entry) =>
        mapJson(entry, (value) =>
          typeof value === "number" ? Number(value.toPrecision(15)) : value,
        ) as Entry,
    ),
  ),
  faulty("content-large", "refuses large entries", (store) => ({
    append(sessionId, entries, options) {
      if (JSON.stringify(entries).length < 1_000_000)
        return store.append(sessionId, entries, options);
      return Promise.reject(new CutpointError("store-failed", "too large"));
    },
  })),
  faulty(
    "content-large",
    "loses the entries after a large one",
    reading((entries) => {
      const large = entries.findIndex((entry) => JSON.stringify(entry).length > 1_000_000);
      return large === -1 ? entries : entries.slice(0, large + 1);
    }),
  ),
  faulty(
    "content-many",
    "reads one page",
    reading((entries) => entries.slice(0, 1000)),
  ),
  faulty("content-own-copy", "keeps the object that it was given", (store) => {
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
  faulty("content-own-copy", "hands out the object that it keeps", (store) => {
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

const faultySessions: readonly FaultyStore[] = [
  faulty("sessions-once-each", "lists a session for each entry", (store, { logs }) => ({
    async *sessions() {
      for await (const sessionId of store.sessions()) {
        for (const _ of logs.get(sessionId) ?? []) yield sessionId;
      }
    },
  })),
  faulty("sessions-once-each", "lists sessions that were only read", (store, { logs }) => ({
    read(sessionId, options) {
      if (!logs.has(sessionId)) logs.set(sessionId, []);
      return store.read(sessionId, options);
    },
  })),
  faulty("session-ids-hostile", "does not tell case apart", (store) => ({
    append: (sessionId, entries, options) =>
      store.append(sessionId.toLowerCase(), entries, options),
    read: (sessionId, options) => store.read(sessionId.toLowerCase(), options),
  })),
  faulty("session-ids-hostile", "makes ids safe for a file system", (store) => ({
    append: (sessionId, entries, options) =>
      store.append(sessionId.replaceAll(/[^\w.-]/g, "_"), entries, options),
    read: (sessionId, options) => store.read(sessionId.replaceAll(/[^\w.-]/g, "_"), options),
  })),
  faulty("delete-once", "has always deleted", (store) => ({
    async delete(sessionId) {
      await store.delete(sessionId);
      return true;
    },
  })),
  faulty("delete-once", "deletes everything", (store, { logs }) => ({
    async delete(sessionId) {
      const existed = await store.delete(sessionId);
      if (existed) logs.clear();
      return existed;
    },
  })),
  faulty("delete-and-begin-again", "remembers deleted ids", (store) => {
    const used = new Set<string>();
    return {
      async append(sessionId, entries, options) {
        if (entries.some((entry) => used.has(entry.id)))
          throw new CutpointError("duplicate-id", "used");
        return store.append(sessionId, entries, options);
      },
      async delete(sessionId) {
        for (const entry of await all(store.read(sessionId))) used.add(entry.id);
        return store.delete(sessionId);
      },
    };
  }),
];

/** A store in a file, with a fault that only another process can bring to light. */
function faultyFile(
  foundBy: string,
  fault: FileFault,
  kind: "durable" | "shared" = "durable",
): FaultyStore {
  return { foundBy, fault, rig: fileRig(kind, fault) };
}

const faultyAcrossProcesses: readonly FaultyStore[] = [
  faultyFile("processes-in-turn", "reads once"),
  misdeclared("processes-in-turn", "volatile"),
  faultyFile("processes-race", "no lock"),
  faultyFile("processes-race", "impatient", "shared"),
  misdeclared("processes-race", "volatile"),
  faultyFile("killed-while-writing", "writes later"),
  faultyFile("killed-while-writing", "writes in halves"),
  misdeclared("killed-while-writing", "volatile"),
];

const faultyLifetimes: readonly FaultyStore[] = [
  misdeclared("reopen", "durable"),
  misdeclared("reopen", "volatile"),
  faulty("disposal-under-way", "answers first and writes later", (store) => {
    let head: string | null = null;
    return {
      async append(sessionId, entries, { expectedHead }) {
        if (expectedHead !== head) return { type: "conflict", head };
        head = entries.at(-1)?.id ?? null;
        setImmediate(() => void store.append(sessionId, entries, { expectedHead }).catch(() => {}));
        return { type: "appended" };
      },
    };
  }),
  faulty(
    "disposal-under-way",
    "stays open",
    () => ({ [Symbol.asyncDispose]: async () => {} }),
    "volatile",
  ),
  faulty("disposal-twice", "can be closed once", (store) => {
    let closed = false;
    return {
      async [Symbol.asyncDispose]() {
        if (closed) throw new CutpointError("closed", "closed already");
        closed = true;
        await store[Symbol.asyncDispose]();
      },
    };
  }),
  faulty("use-after-disposal", "lists sessions after disposal", (_store, { logs }) => ({
    async *sessions() {
      yield* logs.keys();
    },
  })),
  faulty("use-after-disposal", "takes nothing after disposal", (store) => ({
    append: async (sessionId, entries, options) =>
      entries.length === 0 ? { type: "appended" } : store.append(sessionId, entries, options),
  })),
  faulty(
    "model",
    "loses the seventh entry of a log",
    reading((entries, { order }) =>
      order === "newest-first" ? entries : entries.filter((_, index) => index !== 6),
    ),
  ),
];

/** At least one for each case. */
export const faultyStores: readonly FaultyStore[] = [
  ...faultyAppends,
  ...faultyUnderConcurrency,
  ...faultyReads,
  ...faultyContents,
  ...faultySessions,
  ...faultyLifetimes,
  ...faultyAcrossProcesses,
];
