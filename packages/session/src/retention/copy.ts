import { CutpointError, isCutpointError } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { Entry } from "../log/entry.ts";
import { readPath } from "../log/read-path.ts";
import type { SessionStore } from "../store/contract.ts";
import { assertNotAborted } from "../store/errors.ts";

/** A session in a store. */
export type SessionLocation = { readonly store: SessionStore; readonly sessionId: string };

export type CopyOptions = { readonly signal?: AbortSignal };

/** Entries that are appended at once: few enough that a batch stays small, enough that a flush is shared. */
const BATCH = 256;

/**
 * Copies a session, all branches of it, to another store or under another id; ids stay as they are. A copy that was
 * broken off is gone on with.
 *
 * @returns how many entries were copied
 * @throws `conflict` where the target has entries that the source has not, or is written to meanwhile
 */
export async function copySession(
  from: SessionLocation,
  to: SessionLocation,
  options: CopyOptions = {},
): Promise<number> {
  const head = await headOf(to);
  const reading = head === null ? options : { ...options, from: head };
  try {
    return await appendAll(
      to,
      without(head, from.store.read(from.sessionId, reading)),
      head,
      options,
    );
  } catch (error) {
    if (head === null || !isUnknownEntry(error)) throw error;
    throw new CutpointError(
      "conflict",
      `session ${JSON.stringify(to.sessionId)} ends with ${head}, which the source has not`,
      { cause: error },
    );
  }
}

/**
 * Begins a new session with the path of another up to an entry: what both have in common, with the same ids; each goes
 * on by itself.
 *
 * Reads the source twice and keeps the ids of the path in memory.
 *
 * @param at the entry to fork at; the newest where it is `null`
 * @returns how many entries were copied
 * @throws `unknown-entry` where the source has no such entry, `conflict` where the target is there already
 */
export async function forkSession(
  from: SessionLocation,
  at: string | null,
  to: SessionLocation,
  options: CopyOptions = {},
): Promise<number> {
  if (from.store === to.store && from.sessionId === to.sessionId)
    throw invalidInput(
      "to.sessionId",
      to.sessionId,
      "it should be another session than the source",
    );
  const path = await pathIds(from, at, options);
  if ((await headOf(to)) !== null)
    throw new CutpointError(
      "conflict",
      `session ${JSON.stringify(to.sessionId)} is there already: fork into a new one`,
    );
  return appendAll(to, onPath(from, path, options), null, options);
}

async function headOf({ store, sessionId }: SessionLocation): Promise<string | null> {
  for await (const entry of store.read(sessionId, { order: "newest-first" })) return entry.id;
  return null;
}

async function pathIds(
  { store, sessionId }: SessionLocation,
  at: string | null,
  { signal }: CopyOptions,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const entry of readPath(store, sessionId, at)) {
    assertNotAborted(signal);
    ids.add(entry.id);
  }
  return ids;
}

async function* onPath(
  { store, sessionId }: SessionLocation,
  path: ReadonlySet<string>,
  options: CopyOptions,
): AsyncGenerator<Entry> {
  let left = path.size;
  for await (const entry of store.read(sessionId, options)) {
    if (!path.has(entry.id)) continue;
    yield entry;
    left -= 1;
    if (left === 0) return;
  }
}

async function* without(id: string | null, entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  for await (const entry of entries) if (entry.id !== id) yield entry;
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
  const write = async (): Promise<void> => {
    const result = await store.append(sessionId, batch, { ...options, expectedHead });
    if (result.type === "conflict")
      throw new CutpointError(
        "conflict",
        `session ${JSON.stringify(sessionId)} was written to while it was copied to`,
      );
    expectedHead = batch.at(-1)?.id ?? expectedHead;
    count += batch.length;
    batch = [];
  };
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length === BATCH) await write();
  }
  if (batch.length > 0) await write();
  return count;
}

function isUnknownEntry(error: unknown): boolean {
  return isCutpointError(error, "unknown-entry");
}
