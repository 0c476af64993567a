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
import { type Database, isTaken } from "./database.ts";

/** A row of `entries`. */
export type Row = { readonly place: number; readonly id: string; readonly body: string };

const HEAD = "SELECT id FROM entries WHERE session = ? ORDER BY place DESC LIMIT 1";

const INSERT = "INSERT INTO entries (session, id, body) VALUES (?, ?, ?)";

/** Compares and writes in one statement, which is a transaction of its own. */
const INSERT_AFTER = `INSERT INTO entries (session, id, body) SELECT ?, ?, ? WHERE (${HEAD}) IS ?`;

/** The number of a session; `null` where it has never been written to. */
export function numberOf(database: Database, sessionId: string): number | null {
  const row = database
    .statement("SELECT number FROM sessions WHERE key = ?")
    .get(toStorableKey(sessionId));
  return row === undefined ? null : (row["number"] as number);
}

/** The ids of all sessions that have an entry. */
export function sessionIds(database: Database): readonly string[] {
  return database
    .statement(
      "SELECT key FROM sessions WHERE EXISTS (SELECT 1 FROM entries WHERE session = number)",
    )
    .all()
    .map((row) => fromStorableKey(row["key"] as string));
}

/** The number of a session that is about to be written to. */
function begin(database: Database, sessionId: string): number {
  const known = numberOf(database, sessionId);
  if (known !== null) return known;
  const { lastInsertRowid } = database
    .statement("INSERT INTO sessions (key) VALUES (?)")
    .run(toStorableKey(sessionId));
  return Number(lastInsertRowid);
}

/** Writes one entry after a head; whether that was the head. The session may have been deleted since. */
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
    throw isTaken(error) ? duplicateIdError(entry.id) : error;
  }
}

/** Appends a batch; to be called within a transaction. */
export function append(
  database: Database,
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): AppendResult {
  const session = numberOf(database, sessionId);
  const head = session === null ? null : headOf(database, session);
  if (head !== expectedHead)
    return answerMismatch(database, session ?? 0, batch, { expectedHead, head });
  const number = session ?? begin(database, sessionId);
  for (const entry of batch.entries.values()) {
    const key = toStorableKey(entry.id);
    try {
      database.statement(INSERT).run(number, key, bodyOf(entry, key));
    } catch (error) {
      throw isTaken(error) ? duplicateIdError(entry.id) : error;
    }
  }
  return { type: "appended" };
}

export function headOf(database: Database, session: number): string | null {
  const row = database.statement(HEAD).get(session);
  return row === undefined ? null : fromStorableKey(row["id"] as string);
}

/** What to say to a writer that does not know the head: perhaps only the answer to its first attempt was lost. */
function answerMismatch(
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

/** The row of an entry; `undefined` where the session has none of that id. */
export function rowOf(database: Database, session: number, id: string): Row | undefined {
  return database
    .statement("SELECT place, id, body FROM entries WHERE session = ? AND id = ?")
    .get(session, toStorableKey(id)) as Row | undefined;
}

/** The JSON of an entry as it is kept: without what stands in front of its other fields, the id. */
export function bodyOf(entry: EncodedEntry, key: string = toStorableKey(entry.id)): string {
  return entry.text.slice(`{"id":"${key}"`.length);
}

/**
 * @throws `corrupt-log` where the row cannot be read, `unsupported-version` where a newer release wrote it
 */
export function entryOf({ place, id, body }: Row): Entry {
  try {
    return readEntry(JSON.parse(`{"id":"${id}"${body}`));
  } catch (cause) {
    if (isCutpointError(cause, "unsupported-version")) throw cause;
    throw new CutpointError("corrupt-log", `entry ${id} (place ${place}) cannot be read`, {
      cause,
    });
  }
}
