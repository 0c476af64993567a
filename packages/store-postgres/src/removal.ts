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
import type { Database } from "./database.ts";
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
export function createRemoval(database: Database, schema: string, index: WordIndex): Removal {
  const sessions = createSessionRows(schema, index);

  return {
    deleteSession: (sessionId) =>
      database.transaction(async (client) => {
        const session = await sessions.lock(client, sessionId);
        if (session !== null) await sessions.remove(client, session.key);
        return session !== null;
      }),

    evict: (sessionId, { through, expectedHead }) =>
      database.transaction(async (client): Promise<EvictResult> => {
        const session = await sessions.lock(client, sessionId);
        if (session === null) throw unknownEntryError("through", through, sessionId);
        const stored = await sessions.find(client, session.key, [through]);
        const newest = stored.get(through);
        if (newest === undefined) throw unknownEntryError("through", through, sessionId);
        if (session.head !== expectedHead) return { type: "conflict", head: session.head };
        if (isEvicted(newest.entry)) return { type: "evicted", count: 0 };
        const tombstone = encodeBatch([createTombstone(newest.entry, "evicted")]);
        const count = await sessions.removeBefore(client, session.key, newest.place);
        await sessions.replace(client, session.key, stored, tombstone);
        return { type: "evicted", count: count + 1 };
      }),

    rewrite: (sessionId, batch, { expectedHead }) =>
      database.transaction(async (client): Promise<AppendResult> => {
        const session = await sessions.lock(client, sessionId);
        const head = session?.head ?? null;
        if (head !== expectedHead) return { type: "conflict", head };
        const key = session?.key ?? NO_SESSION;
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
