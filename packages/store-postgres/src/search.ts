import type { SearchHit } from "@cutpoint/session";
import {
  queryTerms,
  searchableText,
  type SearchTerm,
  snippetAround,
} from "@cutpoint/session/store";
import type { Cold } from "./cold.ts";
import type { Database } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import { candidatesQuery, holdsTerms } from "./lexemes.ts";
import { prepare } from "./prepare.ts";

/** The number of candidates per page grows by this factor, up to this maximum. */
const PAGE_GROWTH = 4;
const LARGEST_PAGE = 1024;

/** Finds the indexed entries of a session by its key, best first. */
export type Search = (session: string, query: string, limit: number) => Promise<SearchHit[]>;

/**
 * Creates the search.
 *
 * The server finds and ranks the entries that contain all words: short entries first, then newer ones. The text decides
 * whether the words of a term are adjacent.
 */
export function createSearch(database: Database, schema: string, cold: Cold): Search {
  const candidates = prepare(`
    SELECT found.place, found.score, entries.body
    FROM (
      SELECT session, place, ts_rank(words, $1::tsquery, 1) AS score FROM ${schema}.words
      WHERE words @@ $1::tsquery ORDER BY score DESC, place DESC LIMIT $2 OFFSET $3
    ) AS found
    JOIN ${schema}.sessions ON sessions.key = found.session
    JOIN ${schema}.entries ON entries.session = sessions.key
      AND entries.partition = sessions.partition AND entries.place = found.place
    ORDER BY found.score DESC, found.place DESC`);

  return async (session, query, limit) => {
    const terms = queryTerms(query);
    if (terms.length === 0 || limit === 0) return [];
    const wanted = candidatesQuery(session, terms);
    const hits: SearchHit[] = [];
    let page = Math.min(limit, LARGEST_PAGE);
    for (let seen = 0; ; seen += page, page = Math.min(page * PAGE_GROWTH, LARGEST_PAGE)) {
      const values = [wanted, page, seen];
      const { rows } = await database.query<CandidateRow>({ ...candidates, values });
      const places = rows.flatMap(({ body, place }) => (body === null ? place : []));
      const moved = places.length === 0 ? null : await cold.bodies(session, places);
      for (const row of rows) {
        const body = row.body ?? moved?.get(row.place);
        const hit = body === undefined ? null : hitOf({ ...row, body }, terms);
        if (hit !== null) hits.push(hit);
        if (hits.length === limit) return hits;
      }
      if (rows.length < page) return hits;
    }
  };
}

type Candidate = { readonly place: string; readonly score: number; readonly body: string };

/** `body` is `null` if the entry was moved. */
type CandidateRow = Omit<Candidate, "body"> & { readonly body: string | null };

/** Returns `null` if the words of a term are not adjacent in the text. */
function hitOf({ place, score, body }: Candidate, terms: readonly SearchTerm[]): SearchHit | null {
  const entry = decodeEntry(body, place);
  const text = searchableText(entry);
  if (!holdsTerms(text, terms)) return null;
  return { entryId: entry.id, at: entry.at, snippet: snippetAround(text, terms), score };
}
