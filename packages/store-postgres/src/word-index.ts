import type { Entry } from "@cutpoint/session";
import { searchableText } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import { indexKey } from "./index-key.ts";
import { lexemesOf } from "./lexemes.ts";
import type { PostgresClient } from "./pool.ts";
import { prepared } from "./prepared.ts";

/** Entries of one step, at most, and what they hold before the last. Between two steps others have their turn. */
const STEP_ENTRIES = 512;
const STEP_BYTES = 4 * 1024 * 1024;

/** A session by its key, and whether it has entries that are not indexed yet. */
type Indexed = { readonly key: string; readonly isBehind: boolean };

/** The words of the entries of each session, kept up to some place of its log. */
export type WordIndex = {
  /** `null` where there is no such session. */
  readonly stateOf: (sessionId: string) => Promise<Indexed | null>;
  /** Takes some more of a session's entries into the index; whether there may be others. */
  readonly advance: (sessionId: string) => Promise<boolean>;
  /** Puts the words of entries in place of those that are there, of whatever is indexed already. */
  readonly replace: (
    client: PostgresClient,
    session: string,
    entries: readonly Placed[],
  ) => Promise<void>;
};

export type Placed = { readonly place: string; readonly entry: Entry };

export function createWordIndex(database: Database, schema: string): WordIndex {
  const state = prepared(`
    SELECT key, length > coalesce(indexed, 0) AS "isBehind"
    FROM ${schema}.sessions LEFT JOIN ${schema}.progress ON session = key WHERE name = $1`);
  const lock = prepared(`SELECT key FROM ${schema}.sessions WHERE name = $1 FOR KEY SHARE`);
  const begin = prepared(`
    INSERT INTO ${schema}.progress (session, indexed) VALUES ($1, 0) ON CONFLICT DO NOTHING`);
  const take = prepared(`SELECT indexed FROM ${schema}.progress WHERE session = $1 FOR UPDATE`);
  const next = prepared(`
    SELECT place, CASE WHEN before <= ${STEP_BYTES} THEN body END AS body FROM (
      SELECT place, body, coalesce(sum(octet_length(body)) OVER (
        ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM (
        SELECT place, body FROM ${schema}.entries WHERE session = $1 AND place > $2
        ORDER BY place LIMIT ${STEP_ENTRIES}
      ) AS nearest
    ) AS step ORDER BY place`);
  const advanceTo = prepared(`UPDATE ${schema}.progress SET indexed = $2 WHERE session = $1`);
  const write = prepared(`
    INSERT INTO ${schema}.words (session, place, words)
    SELECT $1, place, array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(lexemes)))
    FROM unnest($2::bigint[], $3::jsonb[]) AS given (place, lexemes)`);
  const remove = prepared(`
    DELETE FROM ${schema}.words WHERE session = $1 AND place = ANY ($2::bigint[]) RETURNING place`);

  async function insert(
    client: PostgresClient,
    session: string,
    entries: readonly Placed[],
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

  /** The place up to which a session is indexed, which nobody else changes until the transaction ends. */
  async function takeProgress(client: PostgresClient, session: string): Promise<string> {
    await client.query({ ...begin, values: [session] });
    const { rows } = await client.query({ ...take, values: [session] });
    const [progress] = rows as readonly { readonly indexed: string }[];
    return progress?.indexed ?? "0";
  }

  return {
    async stateOf(sessionId) {
      const values = [indexKey(sessionId)];
      return (await database.query<Indexed>({ ...state, values })).rows[0] ?? null;
    },

    advance: (sessionId) =>
      database.transaction(async (client) => {
        const { rows } = await client.query({ ...lock, values: [indexKey(sessionId)] });
        const [session] = rows as readonly { readonly key: string }[];
        if (session === undefined) return false;
        const indexed = await takeProgress(client, session.key);
        const step = await client.query({ ...next, values: [session.key, indexed] });
        const entries = placedOf(step.rows as readonly StepRow[]);
        const last = entries.at(-1);
        if (last === undefined) return false;
        await insert(client, session.key, entries);
        await client.query({ ...advanceTo, values: [session.key, last.place] });
        return step.rows.length === STEP_ENTRIES || entries.length < step.rows.length;
      }),

    async replace(client, session, entries) {
      const indexed = BigInt(await takeProgress(client, session));
      const places = entries.map(({ place }) => place);
      await client.query({ ...remove, values: [session, places] });
      const replaced = entries.filter(({ place }) => BigInt(place) <= indexed);
      await insert(client, session, replaced);
    },
  };
}

/** The entries of a step, without those that are beyond its bytes. */
function placedOf(rows: readonly StepRow[]): readonly Placed[] {
  return rows.flatMap(({ place, body }) =>
    body === null ? [] : [{ place, entry: decodeEntry(body, place) }],
  );
}

type StepRow = { readonly place: string; readonly body: string | null };
