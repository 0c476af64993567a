import type { Entry } from "@cutpoint/session";
import { searchableText } from "@cutpoint/session/store";
import type { Cold } from "./cold.ts";
import { type EntryRow, fillNextSegment } from "./fill-next-segment.ts";
import type { Database } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import { indexKey } from "./index-key.ts";
import { lexemesOf } from "./lexemes.ts";
import type { PostgresClient } from "./pool.ts";
import { prepare } from "./prepare.ts";

/** Maximum entries of one step, and maximum bytes before its last entry. Other transactions run between steps. */
const STEP_ENTRIES = 512;
const STEP_BYTES = 4 * 1024 * 1024;

/** A session and whether it has entries that are not indexed yet. */
type Indexed = { readonly key: string; readonly isBehind: boolean };

/** The indexed words of each session, complete up to some place of its log. */
export type WordIndex = {
  /** Returns `null` if the session does not exist. */
  readonly readState: (sessionId: string) => Promise<Indexed | null>;
  /** Indexes the next entries of a session. Returns whether more may remain. */
  readonly advance: (sessionId: string) => Promise<boolean>;
  /** Replaces the words of entries that are already indexed. */
  readonly replace: (
    client: PostgresClient,
    session: string,
    entries: readonly PlacedEntry[],
  ) => Promise<void>;
};

export type PlacedEntry = { readonly place: string; readonly entry: Entry };

export function createWordIndex(database: Database, schema: string, cold: Cold): WordIndex {
  const state = prepare(`
    SELECT key, length > coalesce(indexed, 0) AS "isBehind"
    FROM ${schema}.sessions LEFT JOIN ${schema}.progress ON session = key WHERE name = $1`);
  const lock = prepare(`SELECT key FROM ${schema}.sessions WHERE name = $1 FOR KEY SHARE`);
  const begin = prepare(`
    INSERT INTO ${schema}.progress (session, indexed) VALUES ($1, 0) ON CONFLICT DO NOTHING`);
  const take = prepare(`SELECT indexed FROM ${schema}.progress WHERE session = $1 FOR UPDATE`);
  const next = prepare(`
    SELECT place, segment, CASE WHEN before <= ${STEP_BYTES} THEN body END AS body FROM (
      SELECT place, body, segment, coalesce(sum(octet_length(body)) OVER (
        ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM (
        SELECT place, body, segment FROM ${schema}.entries WHERE session = $1 AND place > $2
        ORDER BY place LIMIT ${STEP_ENTRIES}
      ) AS nearest
    ) AS step ORDER BY place`);
  const advanceTo = prepare(`UPDATE ${schema}.progress SET indexed = $2 WHERE session = $1`);
  const write = prepare(`
    INSERT INTO ${schema}.words (session, place, words)
    SELECT $1, place, array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(lexemes)))
    FROM unnest($2::bigint[], $3::jsonb[]) AS given (place, lexemes)`);
  const remove = prepare(`
    DELETE FROM ${schema}.words WHERE session = $1 AND place = ANY ($2::bigint[]) RETURNING place`);

  async function insert(
    client: PostgresClient,
    session: string,
    entries: readonly PlacedEntry[],
  ): Promise<void> {
    const places: string[] = [];
    const lexemes: string[] = [];
    for (const { place, entry } of entries) {
      const text = searchableText(entry);
      if (text === "") continue;
      places.push(place);
      lexemes.push(JSON.stringify(lexemesOf(session, text)));
    }
    if (places.length > 0) await client.query({ ...write, values: [session, places, lexemes] });
  }

  /** Returns the place up to which a session is indexed, and locks it until the transaction ends. */
  async function lockProgress(client: PostgresClient, session: string): Promise<string> {
    await client.query({ ...begin, values: [session] });
    const { rows } = await client.query({ ...take, values: [session] });
    const [progress] = rows as readonly { readonly indexed: string }[];
    return progress?.indexed ?? "0";
  }

  return {
    async readState(sessionId) {
      const values = [indexKey(sessionId)];
      return (await database.query<Indexed>({ ...state, values })).rows[0] ?? null;
    },

    advance: (sessionId) =>
      database.transaction(async (client) => {
        const { rows } = await client.query({ ...lock, values: [indexKey(sessionId)] });
        const [session] = rows as readonly { readonly key: string }[];
        if (session === undefined) return false;
        const indexed = await lockProgress(client, session.key);
        const step = await client.query({ ...next, values: [session.key, indexed] });
        const entries = await placedEntriesOf(cold, client, session.key, step.rows);
        const last = entries.at(-1);
        if (last === undefined) return false;
        await insert(client, session.key, entries);
        await client.query({ ...advanceTo, values: [session.key, last.place] });
        return step.rows.length === STEP_ENTRIES || entries.length < step.rows.length;
      }),

    async replace(client, session, entries) {
      const indexed = BigInt(await lockProgress(client, session));
      const places = entries.map(({ place }) => place);
      await client.query({ ...remove, values: [session, places] });
      const replaced = entries.filter(({ place }) => BigInt(place) <= indexed);
      await insert(client, session, replaced);
    },
  };
}

async function placedEntriesOf(
  cold: Cold,
  client: PostgresClient,
  session: string,
  rows: readonly unknown[],
): Promise<readonly PlacedEntry[]> {
  const filled = await fillNextSegment(rows as readonly EntryRow[], (places) =>
    cold.bodies(session, places, client),
  );
  return filled.map(({ body, place }) => ({ place, entry: decodeEntry(body, place) }));
}
