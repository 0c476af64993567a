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
import type { SqlRow, SqlStatement } from "./driver.ts";
import { isUniqueViolation } from "./errors.ts";
import { sql, type Steps } from "./steps.ts";

/** A row of the table of entries. */
export type Row = { readonly place: number; readonly id: string; readonly body: string };

const HEAD_IS =
  "(SELECT id FROM cutpoint_entries WHERE session = number ORDER BY place DESC LIMIT 1) IS ?";

/** Compares the head and writes in one statement, which is its own transaction. */
const INSERT_ONE = `
  INSERT INTO cutpoint_entries (session, id, body)
  SELECT number, ?, ? FROM cutpoint_sessions WHERE key = ? AND ${HEAD_IS}`;

/** Does the same with the ids and bodies of a JSON array. */
const INSERT_MANY = `
  INSERT INTO cutpoint_entries (session, id, body)
  SELECT number, value ->> 0, value ->> 1 FROM cutpoint_sessions, json_each(?) AS batch
  WHERE cutpoint_sessions.key = ? AND ${HEAD_IS} ORDER BY batch.key`;

/** Returns the number of a session, or `null` if it was never written to. */
export function* findSession(sessionId: string): Steps<number | null> {
  const key = toStorableKey(sessionId);
  const {
    rows: [row],
  } = yield sql("SELECT number FROM cutpoint_sessions WHERE key = ?", key);
  return row === undefined ? null : (row["number"] as number);
}

/** Returns the ids of all sessions that have an entry. */
export function* sessionIds(): Steps<readonly string[]> {
  const { rows } = yield sql(
    "SELECT key FROM cutpoint_sessions WHERE EXISTS (SELECT 1 FROM cutpoint_entries WHERE session = number)",
  );
  return rows.map((row) => fromStorableKey(row["key"] as string));
}

/** Appends a batch. Writes all its entries in one statement, so it needs no transaction. */
export function* append(
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): Steps<AppendResult> {
  const key = toStorableKey(sessionId);
  const insert = insertion(key, batch, expectedHead);
  try {
    let { changes } = yield insert;
    if (changes === 0 && expectedHead === null) {
      yield sql("INSERT OR IGNORE INTO cutpoint_sessions (key) VALUES (?)", key);
      ({ changes } = yield insert);
    }
    if (changes > 0) return { type: "appended" };
  } catch (error) {
    throw isUniqueViolation(error) ? yield* findDuplicate(sessionId, batch) : error;
  }
  return yield* resolveHeadMismatch(sessionId, batch, expectedHead);
}

function insertion(key: string, { entries }: Batch, expectedHead: string | null): SqlStatement {
  const head = expectedHead === null ? null : toStorableKey(expectedHead);
  const [first] = entries.values();
  if (entries.size === 1 && first !== undefined) {
    const id = toStorableKey(first.id);
    return sql(INSERT_ONE, id, bodyOf(first, id), key, head);
  }
  const columns = Array.from(entries.values(), (entry) => {
    const id = toStorableKey(entry.id);
    return [id, bodyOf(entry, id)];
  });
  return sql(INSERT_MANY, JSON.stringify(columns), key, head);
}

/** Returns the error for the first id of a batch that is stored already. */
function* findDuplicate(sessionId: string, batch: Batch): Steps<CutpointError> {
  const session = (yield* findSession(sessionId)) ?? 0;
  const ids = [...batch.entries.keys()];
  for (const id of ids) if (yield* rowOf(session, id)) return duplicateIdError(id);
  return duplicateIdError(ids[0] ?? "");
}

export function* headOf(session: number): Steps<string | null> {
  const {
    rows: [row],
  } = yield sql(
    "SELECT id FROM cutpoint_entries WHERE session = ? ORDER BY place DESC LIMIT 1",
    session,
  );
  return row === undefined ? null : fromStorableKey(row["id"] as string);
}

/** Detects a repeated append whose first result was lost. Every other append on an outdated head is a conflict. */
function* resolveHeadMismatch(
  sessionId: string,
  batch: Batch,
  expectedHead: string | null,
): Steps<AppendResult> {
  const session = (yield* findSession(sessionId)) ?? 0;
  const conflict: AppendResult = { type: "conflict", head: yield* headOf(session) };
  const after = expectedHead === null ? 0 : (yield* rowOf(session, expectedHead))?.place;
  if (after === undefined) return conflict;
  let stored = 0;
  for (const id of batch.entries.keys()) {
    const row = yield* rowOf(session, id);
    if (row === undefined || row.place <= after) continue;
    assertSameContent(entryOf(row), batch);
    stored += 1;
  }
  return stored === batch.entries.size ? { type: "appended" } : conflict;
}

/** Returns the row of an entry, or `undefined` if the session does not contain it. */
export function* rowOf(session: number, id: string): Steps<Row | undefined> {
  const query = "SELECT place, id, body FROM cutpoint_entries WHERE session = ? AND id = ?";
  const {
    rows: [row],
  } = yield sql(query, session, toStorableKey(id));
  return row === undefined ? undefined : toRow(row);
}

/** Reads a row with the columns `place`, `id` and `body`. */
export function toRow(row: SqlRow): Row {
  return row as Row;
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
