import {
  type AppendOptions,
  type AppendResult,
  assertReplaceable,
  type Batch,
  createTombstone,
  encodeBatch,
  type EvictOptions,
  type EvictResult,
  isEvicted,
  unknownEntryError,
} from "@cutpoint/session/store";
import type { Cold } from "./cold.ts";
import type { Database } from "./database.ts";
import type { PostgresClient } from "./pool.ts";
import { createSessionRows } from "./session-rows.ts";
import type { WordIndex } from "./word-index.ts";

/** Deletes or changes stored entries. */
export type Removal = {
  /** Returns whether the session existed. */
  deleteSession(sessionId: string): Promise<boolean>;
  evict(sessionId: string, options: EvictOptions): Promise<EvictResult>;
  rewrite(
    sessionId: string,
    batch: Batch,
    options: Pick<AppendOptions, "expectedHead">,
  ): Promise<AppendResult>;
};

/**
 * Creates the removal operations of a store.
 *
 * Each runs in a transaction that first locks the session's row. Appends and indexing lock the same row, so their
 * earlier writes are visible.
 */
export function createRemoval(
  database: Database,
  schema: string,
  index: WordIndex,
  cold: Cold,
): Removal {
  const sessions = createSessionRows(schema, index);

  /** Runs a transaction, and then deletes the objects that it made unused. */
  async function change<Answer>(
    work: (client: PostgresClient) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await database.transaction(work);
    await cold.sweep();
    return answer;
  }

  return {
    deleteSession: (sessionId) =>
      change(async (client) => {
        const session = await sessions.lock(client, sessionId);
        if (session !== null) {
          await cold.discard(client, session.key, null);
          await sessions.remove(client, session.key);
        }
        return session !== null;
      }),

    evict: (sessionId, { through, expectedHead }) =>
      change(async (client): Promise<EvictResult> => {
        const session = await sessions.lock(client, sessionId);
        if (session === null) throw unknownEntryError("through", through, sessionId);
        await cold.restore(client, session.key, [through]);
        const stored = await sessions.find(client, session.key, [through]);
        const newest = stored.get(through);
        if (newest === undefined) throw unknownEntryError("through", through, sessionId);
        if (session.head !== expectedHead) return { type: "conflict", head: session.head };
        if (isEvicted(newest.entry)) return { type: "evicted", count: 0 };
        const tombstone = encodeBatch([createTombstone(newest.entry, "evicted")]);
        await cold.discard(client, session.key, newest.place);
        const count = await sessions.removeBefore(client, session.key, newest.place);
        await sessions.replace(client, session.key, stored, tombstone);
        return { type: "evicted", count: count + 1 };
      }),

    rewrite: (sessionId, batch, { expectedHead }) =>
      change(async (client): Promise<AppendResult> => {
        const session = await sessions.lock(client, sessionId);
        const head = session?.head ?? null;
        if (head !== expectedHead) return { type: "conflict", head };
        const key = session?.key ?? NO_SESSION;
        await cold.restore(client, key, [...batch.entries.keys()]);
        const stored = await sessions.find(client, key, [...batch.entries.keys()]);
        for (const entry of batch.entries.values())
          assertReplaceable(stored.get(entry.id)?.entry, entry, sessionId);
        await sessions.replace(client, key, stored, batch);
        return { type: "appended" };
      }),
  };
}

/** Session keys start at 1. */
const NO_SESSION = "0";
