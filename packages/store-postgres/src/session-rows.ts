import { type Batch, fromStorableKey } from "@cutpoint/session/store";
import { decodeEntry } from "./decode-entry.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresClient } from "./pool.ts";
import type { PlacedEntry, WordIndex } from "./word-index.ts";

/** A session's row. A session that is deleted and created again gets a new key. */
type Session = { readonly key: string; readonly head: string };

type StoredRow = { readonly place: string; readonly body: string };

/** Changes the rows of one session within a transaction. */
export type SessionRows = {
  /** Locks a session against other writers until the transaction ends. Returns `null` if it does not exist. */
  lock(client: PostgresClient, sessionId: string): Promise<Session | null>;
  find(
    client: PostgresClient,
    key: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PlacedEntry>>;
  /** Replaces the content of stored entries and their indexed words. */
  replace(
    client: PostgresClient,
    key: string,
    stored: ReadonlyMap<string, PlacedEntry>,
    batch: Batch,
  ): Promise<void>;
  /** Returns the number of deleted entries. */
  removeBefore(client: PostgresClient, key: string, place: string): Promise<number>;
  remove(client: PostgresClient, key: string): Promise<void>;
};

export function createSessionRows(schema: string, index: WordIndex): SessionRows {
  return {
    async lock(client, sessionId) {
      const { rows } = await client.query({
        text: `SELECT key, head FROM ${schema}.sessions WHERE name = $1 FOR UPDATE`,
        values: [indexKey(sessionId)],
      });
      const [session] = rows as readonly Session[];
      return session === undefined
        ? null
        : { key: session.key, head: fromStorableKey(session.head) };
    },

    async find(client, key, ids) {
      const { rows } = await client.query({
        text: `
          SELECT place, body FROM ${schema}.entries WHERE session = $1 AND id = ANY ($2::text[])`,
        values: [key, ids.map(indexKey)],
      });
      const found = new Map<string, PlacedEntry>();
      for (const { place, body } of rows as readonly StoredRow[]) {
        const entry = decodeEntry(body, place);
        found.set(entry.id, { place, entry });
      }
      return found;
    },

    async replace(client, key, stored, batch) {
      const entries: PlacedEntry[] = [];
      for (const { id, text } of batch.entries.values()) {
        const place = stored.get(id)?.place;
        if (place === undefined) continue;
        await client.query({
          text: `UPDATE ${schema}.entries SET body = $3 WHERE session = $1 AND place = $2`,
          values: [key, place, text],
        });
        entries.push({ place, entry: decodeEntry(text, place) });
      }
      if (entries.length > 0) await index.replace(client, key, entries);
    },

    async removeBefore(client, key, place) {
      const condition = "WHERE session = $1 AND place < $2";
      const values = [key, place];
      await client.query({ text: `DELETE FROM ${schema}.words ${condition}`, values });
      const { rowCount } = await client.query({
        text: `DELETE FROM ${schema}.entries ${condition}`,
        values,
      });
      return rowCount ?? 0;
    },

    async remove(client, key) {
      for (const table of ["words", "progress", "entries"])
        await client.query({
          text: `DELETE FROM ${schema}.${table} WHERE session = $1`,
          values: [key],
        });
      const text = `DELETE FROM ${schema}.sessions WHERE key = $1`;
      await client.query({ text, values: [key] });
    },
  };
}
