import type { ReadOptions } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import type { Row } from "./log.ts";

/** As many as it takes to make the call to SQLite cheap for each. */
const FEWEST_ROWS = 64;

/** How much more than what was read already may be read in vain, where a reader stops. */
const SHARE_IN_VAIN = 0.25;

const MOST_ROWS = 1024;

/** How much a page may hold, in characters of JSON, as far as the page before it can tell. */
const PAGE_CHARACTERS = 1_000_000;

type Range = {
  readonly order: NonNullable<ReadOptions["order"]>;
  /** The place to begin at; without it, the edge. */
  readonly from: number | null;
};

/**
 * The rows of a session, of those that were there at the beginning, read a page at a time: between two pages nothing is
 * held open, so that writers, other readers and checkpoints go on.
 */
export function* pagesOf(
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
  let size = FEWEST_ROWS;
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
    const wanted = Math.max(FEWEST_ROWS, Math.floor(read * SHARE_IN_VAIN));
    size = Math.max(1, Math.min(wanted, fitting, MOST_ROWS));
  }
}
