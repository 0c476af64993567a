import { isDeepStrictEqual } from "node:util";
import { CutpointError } from "@cutpoint/core";
import type { AppendOptions, AppendResult, Entry, ReadOptions, SessionStore } from "@cutpoint/core";

/** A session's entries as JSON text, so that no object is shared with anybody, and the place of each by its id. */
type Log = {
  readonly texts: string[];
  readonly places: Map<string, number>;
  head: string | null;
};

/**
 * A store that lives as long as the process: for tests, and for conversations that nobody takes up again.
 *
 * An append costs one `JSON.stringify` for each entry, a read one `JSON.parse` for each entry that it yields.
 */
export function createMemoryStore(): SessionStore {
  const logs = new Map<string, Log>();
  let closed = false;

  function requireUsable(signal?: AbortSignal): void {
    if (closed) {
      throw new CutpointError("closed", "the memory store was disposed of: create another one");
    }
    if (signal?.aborted === true) {
      throw new CutpointError("aborted", "the signal was set", { cause: signal.reason });
    }
  }

  return {
    async append(
      sessionId: string,
      entries: readonly Entry[],
      options: AppendOptions,
    ): Promise<AppendResult> {
      requireUsable(options.signal);
      const batch = encodeBatch(entries);
      const log: Log = logs.get(sessionId) ?? { texts: [], places: new Map(), head: null };
      if (options.expectedHead !== log.head) return answerMismatch(log, batch);
      for (const id of batch.keys()) if (log.places.has(id)) throw duplicateId(id);
      for (const [id, text] of batch) {
        log.places.set(id, log.texts.push(text) - 1);
        log.head = id;
      }
      if (batch.size > 0) logs.set(sessionId, log);
      return { type: "appended" };
    },

    async *read(sessionId: string, options: ReadOptions = {}): AsyncGenerator<Entry> {
      requireUsable(options.signal);
      const texts = logs.get(sessionId)?.texts ?? [];
      const count = texts.length;
      const step = options.order === "newest-first" ? -1 : 1;
      const edge = step === 1 ? 0 : count - 1;
      const first =
        options.from === undefined ? edge : logs.get(sessionId)?.places.get(options.from);
      if (first === undefined) {
        const where = JSON.stringify(sessionId);
        throw new CutpointError(
          "unknown-entry",
          `from is "${options.from}": session ${where} has no such entry`,
        );
      }
      for (let place = first; place >= 0 && place < count; place += step) {
        requireUsable(options.signal);
        yield JSON.parse(texts[place] ?? "") as Entry;
      }
    },

    async *sessions(): AsyncGenerator<string> {
      requireUsable();
      const ids = [...logs.keys()];
      yield* ids;
    },

    async delete(sessionId: string): Promise<boolean> {
      requireUsable();
      return logs.delete(sessionId);
    },

    async [Symbol.asyncDispose](): Promise<void> {
      closed = true;
      logs.clear();
    },
  };
}

/** What to say to a writer that does not know the head: perhaps only the answer to its first attempt was lost. */
function answerMismatch(log: Log, batch: ReadonlyMap<string, string>): AppendResult {
  let stored = 0;
  for (const [id, text] of batch) {
    const place = log.places.get(id);
    if (place === undefined) continue;
    if (!sameContent(log.texts[place] ?? "", text)) throw duplicateId(id);
    stored += 1;
  }
  return stored === batch.size ? { type: "appended" } : { type: "conflict", head: log.head };
}

function sameContent(stored: string, given: string): boolean {
  return stored === given || isDeepStrictEqual(JSON.parse(stored), JSON.parse(given));
}

/** The JSON text of each entry by its id, in order. */
function encodeBatch(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const batch = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    const id = requireId(entry, `entries[${index}]`);
    if (batch.has(id)) throw duplicateId(id);
    batch.set(id, encode(entry, `entries[${index}]`));
  }
  return batch;
}

function requireId(entry: Partial<Entry> | null, field: string): string {
  const id: unknown = entry?.id;
  if (typeof id === "string" && id !== "") return id;
  const given = JSON.stringify(id) ?? "undefined";
  throw new CutpointError(
    "invalid-input",
    `${field}.id is ${given}: it should be a text that is not empty`,
  );
}

function encode(entry: Entry, field: string): string {
  try {
    return JSON.stringify(entry);
  } catch (cause) {
    throw new CutpointError("invalid-input", `${field} cannot be written as JSON`, { cause });
  }
}

function duplicateId(id: string): CutpointError {
  return new CutpointError(
    "duplicate-id",
    `an entry of id "${id}" is there already: ids are used once in a session`,
  );
}
