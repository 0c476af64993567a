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
import { bodyOf, entryOf, headOf, numberOf, type Row, rowOf } from "./log.ts";
import { reindex } from "./words.ts";

/** Deletes a session; whether it had an entry. To be called within a transaction, as are all of these. */
export function removeSession(database: Database, sessionId: string): boolean {
  const session = numberOf(database, sessionId);
  if (session === null) return false;
  const count = removeThrough(database, session, Number.MAX_SAFE_INTEGER);
  database.statement("DELETE FROM sessions WHERE number = ?").run(session);
  return count > 0;
}

/** Removes the oldest entries; the newest of them leaves a tombstone. */
export function evict(
  database: Database,
  sessionId: string,
  { through, expectedHead }: EvictOptions,
): EvictResult {
  const session = numberOf(database, sessionId) ?? 0;
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

/** Puts other content in place of entries. */
export function rewrite(
  database: Database,
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): AppendResult {
  const session = numberOf(database, sessionId) ?? 0;
  const head = headOf(database, session);
  if (head !== expectedHead) return { type: "conflict", head };
  for (const entry of batch.entries.values()) {
    const row = rowOf(database, session, entry.id);
    assertReplaceable(row === undefined ? row : entryOf(row), entry, sessionId);
    if (row !== undefined) replace(database, row, entry);
  }
  return { type: "appended" };
}

/** Leaves nothing of removed words in the index, and nothing of removed entries in the files. */
export function forgetRemoved(database: Database): void {
  database.statement("INSERT INTO words (words) VALUES ('optimize')").run();
  database.statement("PRAGMA wal_checkpoint(TRUNCATE)").all();
}

function replace(database: Database, row: Row, entry: EncodedEntry): void {
  const body = bodyOf(entry);
  database.statement("UPDATE entries SET body = ? WHERE place = ?").run(body, row.place);
  reindex(database, { ...row, body });
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
