import {
  type AppendOptions,
  type AppendResult,
  assertReplaceable,
  type Batch,
  createTombstone,
  encodeBatch,
  type EncodedEntry,
  type EvictOptions,
  type EvictResult,
  isEvicted,
  unknownEntryError,
} from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { bodyOf, entryOf, headOf, sessionKeyOf, type Row, rowOf } from "./log.ts";
import { reindexRow } from "./word-index.ts";

/**
 * Deletes a session. Returns whether it had an entry.
 *
 * Call this function and the others in this file within a transaction.
 */
export function removeSession(database: Database, sessionId: string): boolean {
  const session = sessionKeyOf(database, sessionId);
  if (session === null) return false;
  const count = removeThrough(database, session, Number.MAX_SAFE_INTEGER);
  database.statement("DELETE FROM sessions WHERE number = ?").run(session);
  return count > 0;
}

/** Deletes the oldest entries through the given one, which becomes a tombstone. */
export function evict(
  database: Database,
  sessionId: string,
  { through, expectedHead }: EvictOptions,
): EvictResult {
  const session = sessionKeyOf(database, sessionId) ?? 0;
  const row = rowOf(database, session, through);
  if (row === undefined) throw unknownEntryError("through", through, sessionId);
  const head = headOf(database, session);
  if (head !== expectedHead) return { type: "conflict", head };
  const entry = entryOf(row);
  if (isEvicted(entry)) return { type: "evicted", count: 0 };
  const count = removeThrough(database, session, row.place - 1) + 1;
  const tombstone = encodeBatch([createTombstone(entry, "evicted")]).entries.get(through);
  if (tombstone !== undefined) replace(database, row, tombstone);
  return { type: "evicted", count };
}

/** Replaces the content of stored entries. */
export function rewrite(
  database: Database,
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): AppendResult {
  const session = sessionKeyOf(database, sessionId) ?? 0;
  const head = headOf(database, session);
  if (head !== expectedHead) return { type: "conflict", head };
  for (const entry of batch.entries.values()) {
    const row = rowOf(database, session, entry.id);
    assertReplaceable(row === undefined ? row : entryOf(row), entry, sessionId);
    if (row !== undefined) replace(database, row, entry);
  }
  return { type: "appended" };
}

/** Deletes removed words from the index, and removed entries from the write-ahead log. */
export function purgeRemoved(database: Database): void {
  database.statement("INSERT INTO words (words) VALUES ('optimize')").run();
  database.statement("PRAGMA wal_checkpoint(TRUNCATE)").all();
}

function replace(database: Database, row: Row, entry: EncodedEntry): void {
  const body = bodyOf(entry);
  database.statement("UPDATE entries SET body = ? WHERE place = ?").run(body, row.place);
  reindexRow(database, { ...row, body });
}

function removeThrough(database: Database, session: number, place: number): number {
  database
    .statement(
      "DELETE FROM words WHERE rowid IN (SELECT place FROM entries WHERE session = ? AND place <= ?)",
    )
    .run(session, place);
  const { changes } = database
    .statement("DELETE FROM entries WHERE session = ? AND place <= ?")
    .run(session, place);
  database
    .statement(
      "UPDATE progress SET indexed = min(indexed, (SELECT coalesce(max(place), 0) FROM entries))",
    )
    .run();
  return Number(changes);
}
