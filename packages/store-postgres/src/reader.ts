import { CutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import { type ReadOptions, unknownEntryError } from "@cutpoint/session/store";
import type { Cold } from "./cold.ts";
import { type EntryRow, fillNextSegment } from "./fill-next-segment.ts";
import { type Database, raceAbort } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresQuery } from "./pool.ts";
import { prepare } from "./prepare.ts";

/** Page sizes in entries. A view fits into the first two pages; later pages grow for readers of the whole log. */
const FIRST_PAGE = 128;
const LARGEST_PAGE = 2048;
const PAGE_GROWTH = 4;

/** Maximum size of the entries of a page before its last one, in bytes. */
const PAGE_BYTES = 8 * 1024 * 1024;

type Order = NonNullable<ReadOptions["order"]>;

/** The position of the next page. `null` is the start of the read. */
type Position = { readonly session: string; readonly place: string } | null;

/** The entries of a page and the position of the next one. `next` is `null` at the end of the log. */
type Page = { readonly entries: readonly Entry[]; readonly next: Position };

type ReadRequest = {
  readonly sessionId: string;
  readonly order: Order;
  readonly from: string | undefined;
  readonly signal: AbortSignal | undefined;
};

/** Returns a function that reads a session page by page. */
export function createReader(
  database: Database,
  schema: string,
  lifecycle: Lifecycle,
  cold: Cold,
): (request: ReadRequest) => AsyncGenerator<Entry> {
  const readPage = createPageReader(database, schema, cold);

  return async function* (request) {
    let position: Position = null;
    let limit = FIRST_PAGE;
    do {
      const page: Page = await lifecycle.run(
        () => readPage(request, position, limit),
        request.signal,
      );
      for (const entry of page.entries) {
        lifecycle.assertOpen(request.signal);
        yield entry;
      }
      lifecycle.assertOpen(request.signal);
      position = page.next;
      limit = Math.min(limit * PAGE_GROWTH, LARGEST_PAGE);
    } while (position !== null);
  };
}

/**
 * Reads at most `limit` entries from a position, fewer if they are large.
 *
 * Between two pages, no connection is held and no transaction is open.
 *
 * @throws `unknown-entry` if `from` does not exist, `conflict` if the session was deleted since the previous page
 */
type PageReader = (request: ReadRequest, position: Position, limit: number) => Promise<Page>;

function createPageReader(database: Database, schema: string, cold: Cold): PageReader {
  const queryOf = pageQuery(schema);

  return async (request, position, limit) => {
    const query = queryOf(request, position, limit);
    const { rows } = await raceAbort(database.query<Row>(query), request.signal);
    const [first] = rows;
    if (position !== null && first === undefined) throw deletedError(request.sessionId);
    const isMissing = first === undefined || first.place === null;
    if (position === null && request.from !== undefined && isMissing)
      throw unknownEntryError("from", request.from, request.sessionId);
    const filled = fillNextSegment(rows, (places) => cold.bodies(first?.session ?? "", places));
    return pageOf(rows, await raceAbort(filled, request.signal), limit);
  };
}

/** A row of a page. `place` is `null` if the session has no entries there. */
type Row = EntryRow & { readonly session: string };

/** @throws `conflict` if all entries of the page were removed while it was read */
function pageOf(
  rows: readonly Row[],
  filled: Awaited<ReturnType<typeof fillNextSegment<Row>>>,
  limit: number,
): Page {
  const entries = filled.map(({ body, place }) => decodeEntry(body, place));
  const isEnd = entries.length === rows.filter(({ place }) => place !== null).length;
  if (isEnd && entries.length < limit) return { entries, next: null };
  const last = filled.at(-1);
  if (last === undefined)
    throw new CutpointError("conflict", "entries were removed while they were read");
  return { entries, next: { session: last.session, place: last.place } };
}

function pageQuery(
  schema: string,
): (request: ReadRequest, position: Position, limit: number) => PostgresQuery {
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

type PageStatements = Readonly<Record<"edge" | "entry" | "after", ReturnType<typeof prepare>>>;

/**
 * Parameters: the session's name, or its key for `after`; the number of entries; the start.
 *
 * The server knows the size of a body without reading it, so bodies beyond the page size cost nothing.
 */
function pageStatements(schema: string, order: "ASC" | "DESC", past: "<" | ">"): PageStatements {
  const statement = (session: string, range: string): string => `
    SELECT sessions.key AS session, page.place, page.segment,
      CASE WHEN page.bytes <= ${PAGE_BYTES} THEN page.body END AS body
    FROM ${schema}.sessions LEFT JOIN LATERAL (
      SELECT place, body, segment, coalesce(sum(octet_length(body)) OVER (
        ORDER BY place ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes
      FROM (
        SELECT place, body, segment FROM ${schema}.entries
        WHERE entries.session = sessions.key AND entries.partition = sessions.partition ${range}
        ORDER BY place ${order} LIMIT $2
      ) AS nearest
    ) AS page ON true
    WHERE ${session} ORDER BY page.place ${order}`;
  const placeOf = `
    (SELECT place FROM ${schema}.entries AS begin
      WHERE begin.session = sessions.key AND begin.partition = sessions.partition AND id = $3)`;
  return {
    edge: prepare(statement("sessions.name = $1", "")),
    entry: prepare(statement("sessions.name = $1", `AND place ${past}= ${placeOf}`)),
    after: prepare(statement("sessions.key = $1", `AND place ${past} $3`)),
  };
}

function deletedError(sessionId: string): CutpointError {
  return new CutpointError(
    "conflict",
    `session ${JSON.stringify(sessionId)} was deleted while it was read`,
  );
}
