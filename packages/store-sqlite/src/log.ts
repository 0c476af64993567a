import { CutpointError, isCutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import {
  type AppendOptions,
  type AppendResult,
  assertSameContent,
  type Batch,
  duplicateIdError,
  type EncodedEntry,
  fromStorableKey,
  readEntry,
  toStorableKey,
} from "@cutpoint/session/store";
import { type Database, isUniqueViolation } from "./database.ts";

/** A row of the table `entries`. */
export type Row = { readonly place: number; readonly id: string; readonly body: string };

const HEAD = "SELECT id FROM entries WHERE session = ? ORDER BY place DESC LIMIT 1";

const INSERT = "INSERT INTO entries (session, id, body) VALUES (?, ?, ?)";

/** Compares the head and writes in one statement, which is its own transaction. */
const INSERT_AFTER = `INSERT INTO entries (session, id, body) SELECT ?, ?, ? WHERE (${HEAD}) IS ?`;

/** Returns the key of a session, or `null` if it was never written to. */
export function sessionKeyOf(database: Database, sessionId: string): number | null {
  const row = database
    .statement("SELECT number FROM sessions WHERE key = ?")
    .get(toStorableKey(sessionId));
  return row === undefined ? null : (row["number"] as number);
}

/** Returns the ids of all sessions that have an entry. */
export function sessionIds(database: Database): readonly string[] {
  return database
    .statement(
      "SELECT key FROM sessions WHERE EXISTS (SELECT 1 FROM entries WHERE session = number)",
    )
    .all()
    .map((row) => fromStorableKey(row["key"] as string));
}

/** Returns the key of a session and creates its row if needed. */
function ensureSession(database: Database, sessionId: string): number {
  const known = sessionKeyOf(database, sessionId);
  if (known !== null) return known;
  const { lastInsertRowid } = database
    .statement("INSERT INTO sessions (key) VALUES (?)")
    .run(toStorableKey(sessionId));
  return Number(lastInsertRowid);
}

/** Appends one entry after the expected head. Returns `false` if that is not the head or the session was deleted. */
export function appendAfter(
  database: Database,
  session: number,
  entry: EncodedEntry,
  expectedHead: string,
): boolean {
  const key = toStorableKey(entry.id);
  try {
    const { changes } = database
      .statement(INSERT_AFTER)
      .run(session, key, bodyOf(entry, key), session, toStorableKey(expectedHead));
    return changes === 1;
  } catch (error) {
    throw isUniqueViolation(error) ? duplicateIdError(entry.id) : error;
  }
}

/** Appends a batch. Call it within a transaction. */
export function append(
  database: Database,
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): AppendResult {
  const session = sessionKeyOf(database, sessionId);
  const head = session === null ? null : headOf(database, session);
  if (head !== expectedHead)
    return resolveHeadMismatch(database, session ?? 0, batch, { expectedHead, head });
  const number = session ?? ensureSession(database, sessionId);
  for (const entry of batch.entries.values()) {
    const key = toStorableKey(entry.id);
    try {
      database.statement(INSERT).run(number, key, bodyOf(entry, key));
    } catch (error) {
      throw isUniqueViolation(error) ? duplicateIdError(entry.id) : error;
    }
  }
  return { type: "appended" };
}

export function headOf(database: Database, session: number): string | null {
  const row = database.statement(HEAD).get(session);
  return row === undefined ? null : fromStorableKey(row["id"] as string);
}

/** Detects a repeated append whose first result was lost. Every other append on an outdated head is a conflict. */
function resolveHeadMismatch(
  database: Database,
  session: number,
  batch: Batch,
  { expectedHead, head }: { expectedHead: string | null; head: string | null },
): AppendResult {
  const after = expectedHead === null ? 0 : rowOf(database, session, expectedHead)?.place;
  if (after === undefined) return { type: "conflict", head };
  let stored = 0;
  for (const id of batch.entries.keys()) {
    const row = rowOf(database, session, id);
    if (row === undefined || row.place <= after) continue;
    assertSameContent(entryOf(row), batch);
    stored += 1;
  }
  return stored === batch.entries.size ? { type: "appended" } : { type: "conflict", head };
}

/** Returns the row of an entry, or `undefined` if the session does not contain it. */
export function rowOf(database: Database, session: number, id: string): Row | undefined {
  return database
    .statement("SELECT place, id, body FROM entries WHERE session = ? AND id = ?")
    .get(session, toStorableKey(id)) as Row | undefined;
}

/** Returns the stored JSON of an entry, which omits the id at its start. */
export function bodyOf(entry: EncodedEntry, key: string = toStorableKey(entry.id)): string {
  return entry.text.slice(`{"id":"${key}"`.length);
}

/** @throws `corrupt-log` if the row cannot be read, `unsupported-version` if a newer release wrote it */
export function entryOf({ place, id, body }: Row): Entry {
  try {
    return readEntry(JSON.parse(`{"id":"${id}"${body}`));
  } catch (cause) {
    if (isCutpointError(cause, "unsupported-version")) throw cause;
    throw new CutpointError("corrupt-log", `could not read entry ${id} in row ${place}`, {
      cause,
    });
  }
}
