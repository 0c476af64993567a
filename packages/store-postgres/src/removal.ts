import type { AppendOptions, AppendResult, EvictOptions, EvictResult } from "@cutpoint/core";
import {
  CutpointError,
  encodeBatch,
  isEvicted,
  textOfKey,
  tombstoneOf,
  unknownEntry,
} from "@cutpoint/core/store";
import type { Batch } from "@cutpoint/core/store";
import type { Database } from "./database.ts";
import { decodeEntry } from "./decode-entry.ts";
import { indexKey } from "./index-key.ts";
import type { PostgresClient } from "./pool.ts";
import type { Placed, WordIndex } from "./word-index.ts";

/** What takes entries out of a log or changes them. */
export type Removal = {
  /** Whether it was there. */
  deleteSession(sessionId: string): Promise<boolean>;
  evict(sessionId: string, options: EvictOptions): Promise<EvictResult>;
  rewrite(
    sessionId: string,
    batch: Batch,
    options: Pick<AppendOptions, "expectedHead">,
  ): Promise<AppendResult>;
};

/**
 * Each in one transaction that begins with the lock of the session's row, which whoever appends or indexes needs too:
 * what comes after the lock sees all that they have written.
 */
export function createRemoval(database: Database, schema: string, index: WordIndex): Removal {
  async function lock(client: PostgresClient, sessionId: string): Promise<Session | null> {
    const { rows } = await client.query({
      text: `SELECT key, head FROM ${schema}.sessions WHERE name = $1 FOR UPDATE`,
      values: [indexKey(sessionId)],
    });
    const [session] = rows as readonly Session[];
    return session === undefined ? null : { ...session, head: textOfKey(session.head) };
  }

  /** The stored entries of some ids. */
  async function find(
    client: PostgresClient,
    session: Session | null,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Placed>> {
    const { rows } = await client.query({
      text: `SELECT place, body FROM ${schema}.entries WHERE session = $1 AND id = ANY ($2::text[])`,
      values: [session?.key ?? 0, ids.map(indexKey)],
    });
    const placed = (rows as readonly StoredRow[]).map(({ place, body }) => ({
      place,
      entry: decodeEntry(body, place),
    }));
    return new Map(placed.map((stored) => [stored.entry.id, stored]));
  }

  async function replace(
    client: PostgresClient,
    { key }: Session,
    stored: ReadonlyMap<string, Placed>,
    batch: Batch,
  ): Promise<void> {
    const entries: Placed[] = [];
    for (const { id, text } of batch.entries.values()) {
      const place = stored.get(id)?.place ?? "0";
      await client.query({
        text: `UPDATE ${schema}.entries SET body = $3 WHERE session = $1 AND place = $2`,
        values: [key, place, text],
      });
      entries.push({ place, entry: decodeEntry(text, place) });
    }
    await index.replace(client, key, entries);
  }

  async function removeBefore(client: PostgresClient, key: string, place: string): Promise<number> {
    const before = "session = $1 AND place < $2";
    const values = [key, place];
    await client.query({ text: `DELETE FROM ${schema}.words WHERE ${before}`, values });
    const result = await client.query({
      text: `DELETE FROM ${schema}.entries WHERE ${before}`,
      values: [key, place],
    });
    return result.rowCount ?? 0;
  }

  return {
    deleteSession: (sessionId) =>
      database.transaction(async (client) => {
        const session = await lock(client, sessionId);
        if (session === null) return false;
        for (const table of ["words", "progress", "entries"])
          await client.query({
            text: `DELETE FROM ${schema}.${table} WHERE session = $1`,
            values: [session.key],
          });
        await client.query({
          text: `DELETE FROM ${schema}.sessions WHERE key = $1`,
          values: [session.key],
        });
        return true;
      }),

    evict: (sessionId, { through, expectedHead }) =>
      database.transaction(async (client): Promise<EvictResult> => {
        const session = await lock(client, sessionId);
        const stored = await find(client, session, [through]);
        const newest = stored.get(through);
        if (session === null || newest === undefined)
          throw unknownEntry("through", through, sessionId);
        if (session.head !== expectedHead) return { type: "conflict", head: session.head };
        if (isEvicted(newest.entry)) return { type: "evicted", count: 0 };
        const count = await removeBefore(client, session.key, newest.place);
        const tombstone = tombstoneOf(newest.entry, "evicted");
        await replace(client, session, stored, encodeBatch([tombstone]));
        return { type: "evicted", count: count + 1 };
      }),

    rewrite: (sessionId, batch, { expectedHead }) =>
      database.transaction(async (client): Promise<AppendResult> => {
        const session = await lock(client, sessionId);
        const head = session?.head ?? null;
        if (head !== expectedHead) return { type: "conflict", head };
        const stored = await find(client, session, [...batch.entries.keys()]);
        for (const { id, parentId } of batch.entries.values()) {
          const before = stored.get(id);
          if (session === null || before === undefined)
            throw unknownEntry("entries", id, sessionId);
          if (before.entry.parentId !== parentId) throw otherParent(id);
        }
        if (session !== null && batch.head !== null) await replace(client, session, stored, batch);
        return { type: "appended" };
      }),
  };
}

/** `key` tells it from all that were or will be of the same id. */
type Session = { readonly key: string; readonly head: string };

type StoredRow = { readonly place: string; readonly body: string };

function otherParent(id: string): CutpointError {
  return new CutpointError(
    "invalid-input",
    `entry "${id}" has another parent than the stored one: order, ids and parents stay`,
  );
}
