import type { SearchHit } from "@cutpoint/session";
import { indexText, queryTerms, searchableText, snippetAround } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { entryOf, sessionKeyOf, type Row } from "./log.ts";

/** Entries that are indexed in one transaction, which takes a few milliseconds. */
const STEP = 256;

/** Indexes the next entries. Returns whether more may remain. */
export function indexStep(database: Database): boolean {
  if (!isBehind(database)) return false;
  return database.transaction(() => {
    const rows = database
      .statement("SELECT place, id, body FROM entries WHERE place > ? ORDER BY place LIMIT ?")
      .all(indexedThrough(database), STEP) as Row[];
    for (const row of rows) indexRow(database, row);
    const last = rows.at(-1);
    if (last !== undefined) database.statement("UPDATE progress SET indexed = ?").run(last.place);
    return rows.length === STEP;
  });
}

function isBehind(database: Database): boolean {
  const row = database
    .statement("SELECT indexed < (SELECT max(place) FROM entries) AS behind FROM progress")
    .get();
  return row?.["behind"] === 1;
}

/** Replaces the indexed words of a changed entry. */
export function reindexRow(database: Database, row: Row): void {
  if (row.place > indexedThrough(database)) return;
  database.statement("DELETE FROM words WHERE rowid = ?").run(row.place);
  indexRow(database, row);
}

function indexedThrough(database: Database): number {
  return database.statement("SELECT indexed FROM progress").get()?.["indexed"] as number;
}

/** Skips an entry that cannot be read. Reading the log reports it. */
function indexRow(database: Database, row: Row): void {
  let text: string;
  try {
    text = indexText(searchableText(entryOf(row)));
  } catch {
    return;
  }
  if (text === "") return;
  database.statement("INSERT INTO words (rowid, text) VALUES (?, ?)").run(row.place, text);
}

type Match = Row & { readonly rank: number };

const MATCH_ALL = `
  SELECT place, id, body, rank FROM words JOIN entries ON place = words.rowid
  WHERE words MATCH ? ORDER BY rank, place DESC LIMIT ?`;

const MATCH_SESSION = `
  SELECT place, id, body, rank FROM words JOIN entries ON place = words.rowid
  WHERE words MATCH ? AND session = ? ORDER BY rank, place DESC LIMIT ?`;

/** Returns the entries of a session that contain all terms of a query, best first. */
export function searchWords(
  database: Database,
  sessionId: string,
  query: string,
  limit: number,
): readonly SearchHit[] {
  const terms = queryTerms(query);
  const session = sessionKeyOf(database, sessionId);
  if (terms.length === 0 || session === null) return [];
  const expression = terms.map((term) => `"${term.join(" ")}"`).join(" ");
  const isOnlySession =
    database.statement("SELECT number FROM sessions LIMIT 2").all().length === 1;
  const matches = (
    isOnlySession
      ? database.statement(MATCH_ALL).all(expression, limit)
      : database.statement(MATCH_SESSION).all(expression, session, limit)
  ) as Match[];
  return matches.map((match) => {
    const entry = entryOf(match);
    const snippet = snippetAround(searchableText(entry), terms);
    return { entryId: entry.id, at: entry.at, snippet, score: -match.rank };
  });
}
