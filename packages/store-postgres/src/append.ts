import { CutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import {
  type AppendResult,
  assertSameContent,
  type Batch,
  duplicateIdError,
  fromStorableKey,
  toStorableKey,
} from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { backOff } from "./back-off.ts";
import { decodeEntry } from "./decode-entry.ts";
import { isTakenBack, isUniqueViolation } from "./failure.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresQuery } from "./pool.ts";
import { prepared } from "./prepared.ts";

/** How long an append is tried again while other writers take it back without moving the head for good, in ms. */
const PATIENCE = 10_000;

/** An append to one session. */
type Append = {
  readonly sessionId: string;
  readonly batch: Batch;
  readonly expectedHead: string | null;
  readonly signal: AbortSignal | undefined;
};

export type Appender = (append: Append) => Promise<AppendResult>;

/** @param patience in ms */
export function createAppender(
  database: Database,
  schema: string,
  patience: number = PATIENCE,
): Appender {
  const queryOf = appendQuery(schema);
  const lookup = prepared(lookStatement(schema));

  /** Compares, moves the head and writes in one statement: all of it happens or nothing. */
  async function write(append: Append): Promise<boolean> {
    try {
      const { rowCount } = await database.query(queryOf(append), append.signal);
      return rowCount === append.batch.entries.size;
    } catch (error) {
      if (isUniqueViolation(error) || isTakenBack(error)) return false;
      throw error;
    }
  }

  async function look({ sessionId, batch, expectedHead }: Append): Promise<Found | null> {
    const keys = [...batch.entries.keys()].map(indexKey);
    const values = [indexKey(sessionId), keys, indexKey(expectedHead ?? "")];
    const { rows } = await database.query<FoundRow>({ ...lookup, values });
    const [row] = rows;
    if (row === undefined) return null;
    const stored = rows.flatMap(({ body, place, is_after }) =>
      body === null || place === null
        ? []
        : [
            {
              entry: decodeEntry(body, place),
              isAfter: expectedHead === null || is_after === true,
            },
          ],
    );
    const isKnown = expectedHead === null || row.is_known;
    return { head: fromStorableKey(row.head), isKnown, stored };
  }

  return async (append) => {
    if (append.batch.head === null) return { type: "appended" };
    const deadline = performance.now() + patience;
    for (let round = 0; ; round += 1) {
      if (await write(append)) return { type: "appended" };
      const answer = answerMismatch(append, await look(append));
      if (answer !== null) return answer;
      if (performance.now() >= deadline) throw outrun(append, patience);
      await backOff(round, append.signal);
    }
  };
}

function outrun({ sessionId }: Append, patience: number): CutpointError {
  return new CutpointError(
    "conflict",
    `gave up after ${patience} ms of write conflicts: other writers keep appending to session ` +
      JSON.stringify(sessionId),
  );
}

type FoundRow = {
  readonly head: string;
  readonly is_known: boolean;
  readonly is_after: boolean | null;
  readonly place: string | null;
  readonly body: string | null;
};

/** A session, and what it has of a batch, all at one moment. */
type Found = {
  readonly head: string;
  /** Whether the expected head is in it. */
  readonly isKnown: boolean;
  readonly stored: readonly { readonly entry: Entry; readonly isAfter: boolean }[];
};

/**
 * What to say to a writer whose batch was refused: perhaps only the answer to its first attempt was lost; `null` where
 * nothing speaks against writing it any more.
 */
function answerMismatch({ batch, expectedHead }: Append, found: Found | null): AppendResult | null {
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

/** Of the four statements that append the one that is for this append, with its parameters. */
function appendQuery(schema: string): AppendQuery {
  const beginOne = prepared(appendStatement(schema, true, true));
  const beginMany = prepared(appendStatement(schema, true, false));
  const goOnOne = prepared(appendStatement(schema, false, true));
  const goOnMany = prepared(appendStatement(schema, false, false));

  return ({ sessionId, batch, expectedHead }) => {
    const isFirst = expectedHead === null;
    const before = toStorableKey(isFirst ? sessionId : expectedHead);
    const keys = [...batch.entries.keys()].map(indexKey);
    const bodies = Array.from(batch.entries.values(), ({ text }) => text);
    const head = toStorableKey(batch.head ?? "");
    const values = [indexKey(sessionId), before, head];
    return keys.length === 1
      ? { ...(isFirst ? beginOne : goOnOne), values: [...values, keys[0], bodies[0]] }
      : { ...(isFirst ? beginMany : goOnMany), values: [...values, keys, bodies, keys.length] };
  };
}

/**
 * Its parameters: the session's key; its id where it is begun, else the head that is expected; the new head; the ids and
 * the bodies, arrays where there are many; then how many.
 */
function appendStatement(schema: string, isFirst: boolean, isOne: boolean): string {
  const count = isOne ? "1" : "$6::bigint";
  const moved = isFirst
    ? `INSERT INTO ${schema}.sessions (name, id, head, length) VALUES ($1, $2, $3, ${count})
       ON CONFLICT (name) DO NOTHING`
    : `UPDATE ${schema}.sessions SET head = $3, length = length + ${count}
       WHERE name = $1 AND head = $2`;
  const rows = isOne
    ? "SELECT key, length, $4, $5 FROM moved"
    : `SELECT key, length - ${count} + number, given.id, given.body
       FROM moved, unnest($4::text[], $5::text[]) WITH ORDINALITY AS given (id, body, number)`;
  return `
    WITH moved AS (${moved} RETURNING key, length)
    INSERT INTO ${schema}.entries (session, place, id, body) ${rows}`;
}

/** Its parameters: the session's key, the ids of the batch, the expected head. */
function lookStatement(schema: string): string {
  return `
    SELECT sessions.head, expected.place IS NOT NULL AS is_known, stored.place, stored.body,
      stored.place > expected.place AS is_after
    FROM ${schema}.sessions
    LEFT JOIN ${schema}.entries AS expected ON expected.session = sessions.key AND expected.id = $3
    LEFT JOIN ${schema}.entries AS stored ON stored.session = sessions.key AND stored.id = ANY ($2::text[])
    WHERE sessions.name = $1`;
}
