import { CutpointError, isCutpointError } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { Entry } from "../log/entry.ts";
import { readPath } from "../log/read-path.ts";
import type { SessionStore } from "../store/contract.ts";
import { assertNotAborted } from "../store/errors.ts";

/** A session in a store. */
export type SessionLocation = { readonly store: SessionStore; readonly sessionId: string };

export type CopyOptions = { readonly signal?: AbortSignal };

/** Entries per append: small enough for one batch, large enough to share a flush. */
const BATCH_SIZE = 256;

/**
 * Copies a session with all branches to another store or id. Entry ids stay the same.
 *
 * Calling it again resumes an interrupted copy.
 *
 * @returns the number of copied entries
 * @throws `conflict` if the target has entries that the source does not have, or changes during the copy
 */
export async function copySession(
  from: SessionLocation,
  to: SessionLocation,
  options: CopyOptions = {},
): Promise<number> {
  const head = await readHead(to);
  const readOptions = head === null ? options : { ...options, from: head };
  const isNew = ({ id }: Entry): boolean => id !== head;
  try {
    const entries = filter(from.store.read(from.sessionId, readOptions), isNew);
    return await appendAll(to, entries, head, options);
  } catch (error) {
    if (head === null || !isCutpointError(error, "unknown-entry")) throw error;
    throw new CutpointError(
      "conflict",
      `session ${JSON.stringify(to.sessionId)} ends with ${head}: expected an entry of the source`,
      { cause: error },
    );
  }
}

/**
 * Creates a session from the path to an entry of another session. Entry ids stay the same.
 *
 * Reads the source twice and keeps the ids of the path in memory.
 *
 * @param at the last entry to copy. `null`: the newest.
 * @returns the number of copied entries
 * @throws `unknown-entry` if the source has no such entry, `conflict` if the target already exists
 */
export async function forkSession(
  from: SessionLocation,
  at: string | null,
  to: SessionLocation,
  options: CopyOptions = {},
): Promise<number> {
  const { sessionId, store } = from;
  if (store === to.store && sessionId === to.sessionId)
    throw invalidInput("to.sessionId", sessionId, "expected another session than the source");
  const path = new Set<string>();
  for await (const { id } of readPath(store, sessionId, at)) {
    assertNotAborted(options.signal);
    path.add(id);
  }
  if ((await readHead(to)) !== null)
    throw new CutpointError(
      "conflict",
      `session ${JSON.stringify(to.sessionId)} already exists: fork into a new id`,
    );
  const isOnPath = ({ id }: Entry): boolean => path.delete(id);
  const entries = filter(store.read(sessionId, options), isOnPath, () => path.size === 0);
  return appendAll(to, entries, null, options);
}

async function readHead({ store, sessionId }: SessionLocation): Promise<string | null> {
  for await (const entry of store.read(sessionId, { order: "newest-first" })) return entry.id;
  return null;
}

async function* filter(
  entries: AsyncIterable<Entry>,
  isWanted: (entry: Entry) => boolean,
  isDone: () => boolean = () => false,
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    if (isWanted(entry)) yield entry;
    if (isDone()) return;
  }
}

async function appendAll(
  { store, sessionId }: SessionLocation,
  entries: AsyncIterable<Entry>,
  head: string | null,
  options: CopyOptions,
): Promise<number> {
  let expectedHead = head;
  let count = 0;
  let batch: Entry[] = [];
  const flush = async (): Promise<void> => {
    const result = await store.append(sessionId, batch, { ...options, expectedHead });
    if (result.type === "conflict")
      throw new CutpointError(
        "conflict",
        `session ${JSON.stringify(sessionId)} changed during the copy: copy it again`,
      );
    expectedHead = batch.at(-1)?.id ?? expectedHead;
    count += batch.length;
    batch = [];
  };
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length === BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  return count;
}
