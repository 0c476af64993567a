import type { SearchHit } from "@cutpoint/session";
import { indexText, queryTerms, searchableText, snippetAround } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { entryOf, findSession, type Row, toRow } from "./log.ts";
import { sql, type Steps } from "./steps.ts";

/** Entries that are indexed in one transaction, which takes a few milliseconds. */
const STEP = 256;

/** Indexes the next entries. Returns whether more may remain. */
export async function indexNext(database: Database): Promise<boolean> {
  return (await database.run(isBehind())) && (await database.transaction(indexStep));
}

function* isBehind(): Steps<boolean> {
  const {
    rows: [row],
  } = yield sql(
    "SELECT indexed < (SELECT max(place) FROM cutpoint_entries) AS behind FROM cutpoint_progress",
  );
  return row?.["behind"] === 1;
}

function* indexStep(): Steps<boolean> {
  const { rows } = yield sql(
    "SELECT place, id, body FROM cutpoint_entries WHERE place > ? ORDER BY place LIMIT ?",
    yield* indexedThrough(),
    STEP,
  );
  for (const row of rows) yield* indexRow(toRow(row));
  const last = rows.at(-1);
  if (last !== undefined) yield sql("UPDATE cutpoint_progress SET indexed = ?", toRow(last).place);
  return rows.length === STEP;
}

/** Replaces the indexed words of a changed entry. */
export function* reindexRow(row: Row): Steps<void> {
  if (row.place > (yield* indexedThrough())) return;
  yield sql("DELETE FROM cutpoint_words WHERE rowid = ?", row.place);
  yield* indexRow(row);
}

function* indexedThrough(): Steps<number> {
  const {
    rows: [row],
  } = yield sql("SELECT indexed FROM cutpoint_progress");
  return row?.["indexed"] as number;
}

/** Skips an entry that cannot be read. Reading the log reports it. */
function* indexRow(row: Row): Steps<void> {
  let text: string;
  try {
    text = indexText(searchableText(entryOf(row)));
  } catch {
    return;
  }
  if (text === "") return;
  yield sql("INSERT INTO cutpoint_words (rowid, text) VALUES (?, ?)", row.place, text);
}

const MATCH_ALL = `
  SELECT place, id, body, rank FROM cutpoint_words JOIN cutpoint_entries ON place = cutpoint_words.rowid
  WHERE cutpoint_words MATCH ? ORDER BY rank, place DESC LIMIT ?`;

const MATCH_SESSION = `
  SELECT place, id, body, rank FROM cutpoint_words JOIN cutpoint_entries ON place = cutpoint_words.rowid
  WHERE cutpoint_words MATCH ? AND session = ? ORDER BY rank, place DESC LIMIT ?`;

/** Returns the entries of a session that contain all terms of a query, best first. */
export function* searchWords(
  sessionId: string,
  query: string,
  limit: number,
): Steps<readonly SearchHit[]> {
  const terms = queryTerms(query);
  const session = yield* findSession(sessionId);
  if (terms.length === 0 || session === null) return [];
  const expression = terms.map((term) => `"${term.join(" ")}"`).join(" ");
  const isOnlySession =
    (yield sql("SELECT number FROM cutpoint_sessions LIMIT 2")).rows.length === 1;
  const { rows: matches } = yield isOnlySession
    ? sql(MATCH_ALL, expression, limit)
    : sql(MATCH_SESSION, expression, session, limit);
  return matches.map((match) => {
    const entry = entryOf(toRow(match));
    const snippet = snippetAround(searchableText(entry), terms);
    return { entryId: entry.id, at: entry.at, snippet, score: -(match["rank"] as number) };
  });
}
