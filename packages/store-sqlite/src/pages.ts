import type { ReadOptions } from "@cutpoint/core";
import type { Database } from "./database.ts";
import type { Row } from "./log.ts";

const FIRST_PAGE = 32;

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
  let size = FIRST_PAGE;
  for (;;) {
    const rows = page.all(session, low, high, size) as Row[];
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < size) return;
    if (isForward) low = end.place + 1;
    else high = end.place - 1;
    const characters = rows.reduce((sum, { body }) => sum + body.length, 0);
    const fitting = Math.floor((PAGE_CHARACTERS * rows.length) / characters);
    size = Math.max(1, Math.min(size * 2, fitting, MOST_ROWS));
  }
}
