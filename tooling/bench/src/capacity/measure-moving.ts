import { textOf } from "@cutpoint/core";
import { type S3Server, startS3 } from "@cutpoint/postgres-server/s3";
import { createPostgresStore, createS3Storage, type PostgresStore } from "@cutpoint/store-postgres";
import type { Pool } from "pg";
import { median, timed } from "../measure.ts";
import { bytesOf, logPosition, tableBytes } from "./database.ts";
import type { Inputs } from "./inputs.ts";

const TIMES = 9;

/** Long enough to be in few messages. */
const PHRASE_WORDS = 6;

/**
 * Moves the compacted entries of sessions that were searched, and measures what that costs, with a real S3 server on the
 * same machine.
 */
export async function measureMoving(
  pool: Pool,
  sessionIds: readonly string[],
  rowBytes: number,
): Promise<Partial<Inputs>> {
  await using s3 = await startS3();
  await using store = openStore(pool, s3);
  const [first = ""] = sessionIds;
  const hot = await times(store, first);
  const deleteMs = await medianTime(() => timeDeletion(store, first, false));
  const before = await logPosition(pool);
  const start = performance.now();
  let moved = 0;
  for (const sessionId of sessionIds) moved += (await store.moveToCold(sessionId)).entries;
  const moveMs = performance.now() - start;
  const moveLogBytes = ((await logPosition(pool)) - before) / moved;
  await pool.query("VACUUM FULL cutpoint.entries");
  const { rows } = await pool.query<{ readonly left: string }>(
    "SELECT count(*) AS left FROM cutpoint.entries WHERE body IS NOT NULL",
  );
  const sizes = await tableBytes(pool);
  const left = bytesOf(sizes, ["entries", "segments"]) - Number(rows[0]?.left) * rowBytes;
  const cold = await times(store, first);
  const coldDeleteMs = await medianTime(() => timeDeletion(store, first, true));
  return {
    movedRowBytes: Math.round(left / moved),
    moveLogBytes: Math.round(moveLogBytes),
    movesPerSecond: Math.round((moved * 1000) / moveMs),
    searchMs: hot.search,
    coldSearchMs: cold.search,
    readMs: hot.read,
    coldReadMs: cold.read,
    deleteMs,
    coldDeleteMs,
  };
}

/** The server accepts requests without a signature. */
function openStore(pool: Pool, { bucket }: S3Server): PostgresStore {
  const client = { fetch: async (url: string, init: RequestInit) => fetch(url, init) };
  return createPostgresStore({ pool, coldStorage: createS3Storage(client, bucket) });
}

async function times(
  store: PostgresStore,
  sessionId: string,
): Promise<{ readonly search: number; readonly read: number }> {
  const phrase = await oldestPhrase(store, sessionId);
  const hits = await store.search(sessionId, phrase);
  if (hits.length === 0) throw new Error(`found nothing for ${phrase}`);
  return {
    search: await medianTime(() => timed(() => store.search(sessionId, phrase))),
    read: await medianTime(() => timed(() => Array.fromAsync(store.read(sessionId)))),
  };
}

/** Returns the first words of a session, in quotation marks. */
async function oldestPhrase(store: PostgresStore, sessionId: string): Promise<string> {
  for await (const entry of store.read(sessionId))
    if (entry.type === "message")
      return `"${textOf(entry.message).split(" ").slice(0, PHRASE_WORDS).join(" ")}"`;
  throw new Error(`session ${sessionId} has no message`);
}

/** Deletes a copy of a session. */
async function timeDeletion(
  store: PostgresStore,
  sessionId: string,
  isMoved: boolean,
): Promise<number> {
  const entries = await Array.fromAsync(store.read(sessionId));
  await store.append("copy", entries, { expectedHead: null });
  if (isMoved) await store.moveToCold("copy");
  return timed(() => store.delete("copy"));
}

async function medianTime(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < TIMES; round += 1) values.push(await measure());
  return Math.round(median(values));
}
