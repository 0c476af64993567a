import { backOff, CutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import {
  type AppendResult,
  assertSameContent,
  type Batch,
  duplicateIdError,
  fromStorableKey,
  toStorableKey,
} from "@cutpoint/session/store";
import type { Cold } from "./cold.ts";
import type { Database } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import { isRolledBack, isUniqueViolation } from "./errors.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresQuery } from "./pool.ts";
import { prepare } from "./prepare.ts";

/** How long an append is repeated after it was rolled back because of other writers, in ms. */
const CONFLICT_TIMEOUT = 10_000;

type Append = {
  readonly sessionId: string;
  readonly batch: Batch;
  readonly expectedHead: string | null;
  readonly signal: AbortSignal | undefined;
};

export type Appender = (append: Append) => Promise<AppendResult>;

/** @param conflictTimeout in ms */
export function createAppender(
  database: Database,
  schema: string,
  cold: Cold,
  conflictTimeout: number = CONFLICT_TIMEOUT,
): Appender {
  const queryOf = appendQuery(schema);
  const findStoredQuery = prepare(findStoredStatement(schema));

  /**
   * Compares the head, moves it and writes the entries in one statement, so the append happens completely or not at
   * all.
   */
  async function write(append: Append): Promise<boolean> {
    try {
      const { rowCount } = await database.query(queryOf(append), append.signal);
      return rowCount === append.batch.entries.size;
    } catch (error) {
      if (isUniqueViolation(error) || isRolledBack(error)) return false;
      throw error;
    }
  }

  async function findStored({ sessionId, batch, expectedHead }: Append): Promise<Found | null> {
    const keys = [...batch.entries.keys()].map(indexKey);
    const values = [indexKey(sessionId), keys, indexKey(expectedHead ?? "")];
    const { rows } = await database.query<FoundRow>({ ...findStoredQuery, values });
    const [row] = rows;
    if (row === undefined) return null;
    const places = rows.flatMap(({ body, place }) => (body === null ? (place ?? []) : []));
    const moved = places.length === 0 ? null : await cold.bodies(row.key, places);
    const stored = rows.flatMap(({ body, place, is_after }) => {
      const text = body ?? moved?.get(place ?? "");
      if (text === undefined || place === null) return [];
      const isAfter = expectedHead === null || is_after === true;
      return [{ entry: decodeEntry(text, place), isAfter }];
    });
    const isKnown = expectedHead === null || row.is_known;
    return { head: fromStorableKey(row.head), isKnown, stored };
  }

  return async (append) => {
    if (append.batch.head === null) return { type: "appended" };
    const deadline = performance.now() + conflictTimeout;
    for (let conflicts = 1; ; conflicts += 1) {
      if (await write(append)) return { type: "appended" };
      const answer = resolveHeadMismatch(append, await findStored(append));
      if (answer !== null) return answer;
      if (performance.now() >= deadline) throw conflictTimeoutError(append, conflictTimeout);
      await backOff(conflicts, append.signal);
    }
  };
}

function conflictTimeoutError({ sessionId }: Append, conflictTimeout: number): CutpointError {
  return new CutpointError(
    "conflict",
    `gave up after ${conflictTimeout} ms of write conflicts: other writers keep appending to session ` +
      JSON.stringify(sessionId),
  );
}

type FoundRow = {
  readonly key: string;
  readonly head: string;
  readonly is_known: boolean;
  readonly is_after: boolean | null;
  readonly place: string | null;
  readonly body: string | null;
};

/** A session and its stored entries of a batch, read in one statement. */
type Found = {
  readonly head: string;
  /** Whether the session contains the expected head. */
  readonly isKnown: boolean;
  readonly stored: readonly { readonly entry: Entry; readonly isAfter: boolean }[];
};

/**
 * Returns the result of an append that was not written, or `null` if it can be tried again.
 *
 * A repeated append whose first result was lost is already stored.
 */
function resolveHeadMismatch(
  { batch, expectedHead }: Append,
  found: Found | null,
): AppendResult | null {
  if (found === null) return expectedHead === null ? null : { type: "conflict", head: null };
  const conflict = { type: "conflict", head: found.head } as const;
  if (!found.isKnown) return conflict;
  for (const { entry, isAfter } of found.stored) {
    if (!isAfter) throw duplicateIdError(entry.id);
    assertSameContent(entry, batch);
  }
  if (found.stored.length === batch.entries.size) return { type: "appended" };
  return found.head === expectedHead ? null : conflict;
}

type AppendQuery = (append: Append) => PostgresQuery;

function appendQuery(schema: string): AppendQuery {
  const startOne = prepare(appendStatement(schema, true, true));
  const startMany = prepare(appendStatement(schema, true, false));
  const continueOne = prepare(appendStatement(schema, false, true));
  const continueMany = prepare(appendStatement(schema, false, false));

  return ({ sessionId, batch, expectedHead }) => {
    const isFirst = expectedHead === null;
    const before = toStorableKey(isFirst ? sessionId : expectedHead);
    const keys = [...batch.entries.keys()].map(indexKey);
    const bodies = Array.from(batch.entries.values(), ({ text }) => text);
    const head = toStorableKey(batch.head ?? "");
    const values = [indexKey(sessionId), before, head];
    return keys.length === 1
      ? { ...(isFirst ? startOne : continueOne), values: [...values, keys[0], bodies[0]] }
      : { ...(isFirst ? startMany : continueMany), values: [...values, keys, bodies, keys.length] };
  };
}

/**
 * Parameters: the session's name; the expected head, or the session id for a first append; the new head; the ids; the
 * bodies; the number of entries. Ids and bodies are arrays if `isOne` is `false`, and only then is there a number.
 */
function appendStatement(schema: string, isFirst: boolean, isOne: boolean): string {
  const count = isOne ? "1" : "$6::bigint";
  const moved = isFirst
    ? `INSERT INTO ${schema}.sessions (name, id, head, length) VALUES ($1, $2, $3, ${count})
       ON CONFLICT (name) DO NOTHING`
    : `UPDATE ${schema}.sessions SET head = $3, length = length + ${count}
       WHERE name = $1 AND head = $2`;
  const rows = isOne
    ? "SELECT key, length, $4, $5, partition FROM moved"
    : `SELECT key, length - ${count} + number, given.id, given.body, partition
       FROM moved, unnest($4::text[], $5::text[]) WITH ORDINALITY AS given (id, body, number)`;
  return `
    WITH moved AS (${moved} RETURNING key, length, partition)
    INSERT INTO ${schema}.entries (session, place, id, body, partition) ${rows}`;
}

/** Parameters: the session's name, the ids of the batch, the expected head. */
function findStoredStatement(schema: string): string {
  return `
    SELECT sessions.key, sessions.head, expected.place IS NOT NULL AS is_known, stored.place, stored.body,
      stored.place > expected.place AS is_after
    FROM ${schema}.sessions
    LEFT JOIN ${schema}.entries AS expected ON expected.session = sessions.key
      AND expected.partition = sessions.partition AND expected.id = $3
    LEFT JOIN ${schema}.entries AS stored ON stored.session = sessions.key
      AND stored.partition = sessions.partition AND stored.id = ANY ($2::text[])
    WHERE sessions.name = $1`;
}
