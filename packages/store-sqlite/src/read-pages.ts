import { type ReadOptions, unknownEntryError } from "@cutpoint/session/store";
import { findSession, type Row, rowOf, toRow } from "./log.ts";
import { sql, type Steps } from "./steps.ts";

/** Enough rows to make the cost of a call to SQLite negligible. */
const MIN_ROWS = 64;

/** Limits the rows that are read unnecessarily if a reader stops, as a share of the rows read so far. */
const OVERREAD_SHARE = 0.25;

const MAX_ROWS = 1024;

/** Maximum size of a page in characters of JSON, estimated from the previous page. */
const PAGE_CHARACTERS = 1_000_000;

const PAGE =
  "SELECT place, id, body FROM cutpoint_entries WHERE session = ? AND place BETWEEN ? AND ? ORDER BY place";

/** The rows that remain to be read. */
export type Remaining = {
  readonly session: number;
  readonly isForward: boolean;
  readonly low: number;
  readonly high: number;
  /** The number of rows of the next page. */
  readonly size: number;
  /** The number of rows read before. */
  readonly read: number;
};

/**
 * Returns the rows that a session has now, to be read with {@link readPage}.
 *
 * @throws `unknown-entry` if `from` is not in the session
 */
export function* findRows(sessionId: string, options: ReadOptions): Steps<Remaining> {
  const { order = "oldest-first", from } = options;
  const session = (yield* findSession(sessionId)) ?? 0;
  const first = from === undefined ? undefined : yield* rowOf(session, from);
  if (from !== undefined && first === undefined) throw unknownEntryError("from", from, sessionId);
  const {
    rows: [newest],
  } = yield sql("SELECT max(place) AS place FROM cutpoint_entries WHERE session = ?", session);
  const last = (newest?.["place"] as number | null | undefined) ?? 0;
  const isForward = order === "oldest-first";
  const range = isForward
    ? { low: first?.place ?? 0, high: last }
    : { low: 0, high: first?.place ?? last };
  return { session, isForward, ...range, size: MIN_ROWS, read: 0 };
}

/**
 * Reads one page. Returns its rows and what remains after it.
 *
 * No statement is open between two pages, so writers, other readers and checkpoints are not blocked.
 */
export function* readPage(
  range: Remaining,
): Steps<{ readonly rows: readonly Row[]; readonly rest: Remaining | null }> {
  const { session, isForward, low, high, size } = range;
  const query = isForward ? `${PAGE} LIMIT ?` : `${PAGE} DESC LIMIT ?`;
  const { rows: found } = yield sql(query, session, low, high, size);
  const rows = found.map(toRow);
  const end = rows.at(-1);
  if (end === undefined || rows.length < size) return { rows, rest: null };
  const read = range.read + rows.length;
  const characters = rows.reduce((sum, { body }) => sum + body.length, 0);
  const fitting = Math.floor((PAGE_CHARACTERS * rows.length) / characters);
  const wanted = Math.max(MIN_ROWS, Math.floor(read * OVERREAD_SHARE));
  const rest = isForward ? { low: end.place + 1 } : { high: end.place - 1 };
  const nextSize = Math.max(1, Math.min(wanted, fitting, MAX_ROWS));
  return { rows, rest: { ...range, ...rest, size: nextSize, read } };
}
