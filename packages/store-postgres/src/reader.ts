import { CutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import { type ReadOptions, unknownEntryError } from "@cutpoint/session/store";
import { type Database, unlessAborted } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import type { Gate } from "./gate.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresQuery } from "./pool.ts";
import { prepared } from "./prepared.ts";

/** A view fits into the first page or two; whoever reads on wants it all. In entries. */
const FIRST_PAGE = 128;
const LARGEST_PAGE = 2048;
const PAGE_GROWTH = 4;

/** What a page holds before its last entry, in bytes. */
const PAGE_BYTES = 8 * 1024 * 1024;

type Order = NonNullable<ReadOptions["order"]>;

/** Where a reading stands: at its beginning, or after an entry of a session whose key is known by now. */
type Position = { readonly session: string; readonly place: string } | null;

/** A few entries, and where the next ones begin: `null` at the end of the log. */
type Page = { readonly entries: readonly Entry[]; readonly next: Position };

type Reading = {
  readonly sessionId: string;
  readonly order: Order;
  readonly from: string | undefined;
  readonly signal: AbortSignal | undefined;
};

/** Reads a session from an entry or an edge on, page by page. */
export function createReader(
  database: Database,
  schema: string,
  gate: Gate,
): (reading: Reading) => AsyncGenerator<Entry> {
  const readPage = createPageReader(database, schema);

  return async function* (reading) {
    let position: Position = null;
    let limit = FIRST_PAGE;
    do {
      const page: Page = await gate.pass(() => readPage(reading, position, limit), reading.signal);
      for (const entry of page.entries) {
        gate.assertUsable(reading.signal);
        yield entry;
      }
      gate.assertUsable(reading.signal);
      position = page.next;
      limit = Math.min(limit * PAGE_GROWTH, LARGEST_PAGE);
    } while (position !== null);
  };
}

/**
 * Reads a page: `limit` entries from a position on, fewer where they are large. Between two pages no connection is held
 * and no transaction is open, however long the reader thinks.
 *
 * @throws `unknown-entry`; `conflict` where the session was deleted since the page before
 */
type PageReader = (reading: Reading, position: Position, limit: number) => Promise<Page>;

function createPageReader(database: Database, schema: string): PageReader {
  const queryOf = pageQuery(schema);

  return async (reading, position, limit) => {
    const query = queryOf(reading, position, limit);
    const { rows } = await unlessAborted(database.query<Row>(query), reading.signal);
    const [first] = rows;
    if (position !== null && first === undefined) throw deletedMeanwhile(reading.sessionId);
    const isNowhere = first === undefined || first.place === null;
    if (position === null && reading.from !== undefined && isNowhere)
      throw unknownEntryError("from", reading.from, reading.sessionId);
    return pageOf(rows, limit);
  };
}

/** Of a page; one of nulls where a session has no entry there. A body that no longer fits is null. */
type Row = {
  readonly session: string;
  readonly place: string | null;
  readonly body: string | null;
};

function pageOf(rows: readonly Row[], limit: number): Page {
  const entries: Entry[] = [];
  let next: Position = null;
  for (const { session, place, body } of rows) {
    if (place === null || body === null) break;
    entries.push(decodeEntry(body, place));
    next = { session, place };
  }
  const isEnd = entries.length === rows.filter(({ place }) => place !== null).length;
  return { entries, next: isEnd && entries.length < limit ? null : next };
}

function pageQuery(
  schema: string,
): (reading: Reading, position: Position, limit: number) => PostgresQuery {
  const statements = {
    "oldest-first": pageStatements(schema, "ASC", ">"),
    "newest-first": pageStatements(schema, "DESC", "<"),
  };
  return ({ sessionId, order, from }, position, limit) => {
    const { edge, entry, after } = statements[order];
    if (position !== null) return { ...after, values: [position.session, limit, position.place] };
    const name = indexKey(sessionId);
    return from === undefined
      ? { ...edge, values: [name, limit] }
      : { ...entry, values: [name, limit, indexKey(from)] };
  };
}

type PageStatements = Readonly<Record<"edge" | "entry" | "after", ReturnType<typeof prepared>>>;

/**
 * Their parameters: the session's key, or its number for those `after` a place; how many entries; where to begin.
 *
 * The size of a body is known to the server without reading it, so that what does not fit costs nothing.
 */
function pageStatements(schema: string, order: "ASC" | "DESC", past: "<" | ">"): PageStatements {
  const statement = (session: string, range: string): string => `
    SELECT sessions.key AS session, page.place,
      CASE WHEN page.bytes <= ${PAGE_BYTES} THEN page.body END AS body
    FROM ${schema}.sessions LEFT JOIN LATERAL (
      SELECT place, body, coalesce(sum(octet_length(body)) OVER (
        ORDER BY place ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes
      FROM (
        SELECT place, body FROM ${schema}.entries
        WHERE entries.session = sessions.key ${range}
        ORDER BY place ${order} LIMIT $2
      ) AS nearest
    ) AS page ON true
    WHERE ${session} ORDER BY page.place ${order}`;
  const placeOf = `
    (SELECT place FROM ${schema}.entries AS begin WHERE begin.session = sessions.key AND id = $3)`;
  return {
    edge: prepared(statement("sessions.name = $1", "")),
    entry: prepared(statement("sessions.name = $1", `AND place ${past}= ${placeOf}`)),
    after: prepared(statement("sessions.key = $1", `AND place ${past} $3`)),
  };
}

function deletedMeanwhile(sessionId: string): CutpointError {
  return new CutpointError(
    "conflict",
    `session ${JSON.stringify(sessionId)} was deleted while it was read`,
  );
}
