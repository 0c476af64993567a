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
import { bodyOf, entryOf, findSession, headOf, type Row, rowOf } from "./log.ts";
import { sql, type Steps } from "./steps.ts";
import { reindexRow } from "./word-index.ts";

/**
 * Deletes a session. Returns whether it had an entry.
 *
 * Call this function and the others in this file within a transaction.
 */
export function* removeSession(sessionId: string): Steps<boolean> {
  const session = yield* findSession(sessionId);
  if (session === null) return false;
  const count = yield* removeThrough(session, Number.MAX_SAFE_INTEGER);
  yield sql("DELETE FROM cutpoint_sessions WHERE number = ?", session);
  return count > 0;
}

/** Deletes the oldest entries through the given one, which becomes a tombstone. */
export function* evict(
  sessionId: string,
  { through, expectedHead }: EvictOptions,
): Steps<EvictResult> {
  const session = (yield* findSession(sessionId)) ?? 0;
  const row = yield* rowOf(session, through);
  if (row === undefined) throw unknownEntryError("through", through, sessionId);
  const head = yield* headOf(session);
  if (head !== expectedHead) return { type: "conflict", head };
  const entry = entryOf(row);
  if (isEvicted(entry)) return { type: "evicted", count: 0 };
  const tombstone = encodeBatch([createTombstone(entry, "evicted")]).entries.get(through);
  if (tombstone !== undefined) yield* replace(row, tombstone);
  return { type: "evicted", count: (yield* removeThrough(session, row.place - 1)) + 1 };
}

/** Replaces the content of stored entries. */
export function* rewrite(
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): Steps<AppendResult> {
  const session = (yield* findSession(sessionId)) ?? 0;
  const head = yield* headOf(session);
  if (head !== expectedHead) return { type: "conflict", head };
  for (const entry of batch.entries.values()) {
    const row = yield* rowOf(session, entry.id);
    assertReplaceable(row === undefined ? row : entryOf(row), entry, sessionId);
    if (row !== undefined) yield* replace(row, entry);
  }
  return { type: "appended" };
}

/** Deletes removed words from the index. */
export function* purgeWords(): Steps<void> {
  yield sql("INSERT INTO cutpoint_words (cutpoint_words) VALUES ('optimize')");
}

function* replace(row: Row, entry: EncodedEntry): Steps<void> {
  const body = bodyOf(entry);
  yield sql("UPDATE cutpoint_entries SET body = ? WHERE place = ?", body, row.place);
  yield* reindexRow({ ...row, body });
}

function* removeThrough(session: number, place: number): Steps<number> {
  const those = "FROM cutpoint_entries WHERE session = ? AND place <= ?";
  const {
    rows: [row],
  } = yield sql(`SELECT count(*) AS count ${those}`, session, place);
  yield sql(`DELETE FROM cutpoint_words WHERE rowid IN (SELECT place ${those})`, session, place);
  yield sql(`DELETE ${those}`, session, place);
  yield sql(
    "UPDATE cutpoint_progress SET indexed = min(indexed, (SELECT coalesce(max(place), 0) FROM cutpoint_entries))",
  );
  return row?.["count"] as number;
}
