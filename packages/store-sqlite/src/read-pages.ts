import type { ReadOptions } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import type { Row } from "./log.ts";

/** Enough rows to make the cost of a call to SQLite negligible. */
const MIN_ROWS = 64;

/** Limits the rows that are read unnecessarily if a reader stops, as a share of the rows read so far. */
const OVERREAD_SHARE = 0.25;

const MAX_ROWS = 1024;

/** Maximum size of a page in characters of JSON, estimated from the previous page. */
const PAGE_CHARACTERS = 1_000_000;

type Range = {
  readonly order: NonNullable<ReadOptions["order"]>;
  /** The position of the first entry. `null` starts at the first or last entry. */
  readonly from: number | null;
};

/**
 * Yields the rows that a session has at the start, one page at a time.
 *
 * No statement is open between two pages, so writers, other readers and checkpoints are not blocked.
 */
export function* readPages(
  database: Database,
  session: number,
  { order, from }: Range,
): Generator<readonly Row[]> {
  const isForward = order === "oldest-first";
  const newest = database
    .statement("SELECT max(place) AS place FROM entries WHERE session = ?")
    .get(session);
  const last = (newest?.["place"] as number | null | undefined) ?? 0;
  const page = database.statement(
    isForward
      ? "SELECT place, id, body FROM entries WHERE session = ? AND place BETWEEN ? AND ? ORDER BY place LIMIT ?"
      : "SELECT place, id, body FROM entries WHERE session = ? AND place BETWEEN ? AND ? ORDER BY place DESC LIMIT ?",
  );
  let low = isForward ? (from ?? 0) : 0;
  let high = isForward ? last : (from ?? last);
  let size = MIN_ROWS;
  let read = 0;
  for (;;) {
    const rows = page.all(session, low, high, size) as Row[];
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < size) return;
    if (isForward) low = end.place + 1;
    else high = end.place - 1;
    const characters = rows.reduce((sum, { body }) => sum + body.length, 0);
    const fitting = Math.floor((PAGE_CHARACTERS * rows.length) / characters);
    read += rows.length;
    const wanted = Math.max(MIN_ROWS, Math.floor(read * OVERREAD_SHARE));
    size = Math.max(1, Math.min(wanted, fitting, MAX_ROWS));
  }
}
