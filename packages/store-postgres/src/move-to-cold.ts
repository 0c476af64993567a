import { randomUUID } from "node:crypto";
import { readPath, type SessionStore } from "@cutpoint/session";
import { CutpointError, invalidInput } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import { indexKey } from "./index-key.ts";
import type { ObjectStorage } from "./object-storage.ts";
import type { PostgresClient } from "./pool.ts";
import { type Bodies, packSegment } from "./segment.ts";

/** Maximum entries of a segment, and maximum bytes before its last entry. */
const SEGMENT_ENTRIES = 2048;
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** What a move wrote: the number of entries and objects, and the size of the objects in bytes. */
export type MovedToCold = {
  readonly entries: number;
  readonly objects: number;
  readonly bytes: number;
};

type Batch = { readonly session: string; readonly bodies: Bodies };

/** The entries of a session before another one that are not moved yet. Parameters: the session's name, an id. */
function entriesToMove(schema: string): string {
  return `
    FROM ${schema}.sessions JOIN ${schema}.entries
      ON entries.session = sessions.key AND entries.partition = sessions.partition
    WHERE sessions.name = $1 AND entries.body IS NOT NULL AND entries.place < (
      SELECT place FROM ${schema}.entries AS newest
      WHERE newest.session = sessions.key AND newest.partition = sessions.partition AND id = $2)`;
}

type Move = {
  readonly sessionId: string;
  /** Only entries before this one are moved. `null` moves none. */
  readonly through: string | null;
  readonly dryRun: boolean;
};

/**
 * Returns a function that moves old entries of a session, segment by segment.
 *
 * @param sweep deletes unused objects
 */
export function createMover(
  database: Database,
  schema: string,
  storage: ObjectStorage | null,
  sweep: () => Promise<void>,
): (move: Move) => Promise<MovedToCold> {
  async function count(sessionId: string, through: string): Promise<number> {
    const { rows } = await database.query<{ readonly count: string }>({
      text: `SELECT count(*) ${entriesToMove(schema)}`,
      values: [indexKey(sessionId), indexKey(through)],
    });
    return Number(rows[0]?.count);
  }

  async function next(sessionId: string, through: string): Promise<Batch | null> {
    const { rows } = await database.query<BodyRow>({
      text: `
        SELECT session, place, body FROM (
          SELECT session, place, body, coalesce(sum(octet_length(body)) OVER (
            ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
          FROM (
            SELECT entries.session, entries.place, entries.body ${entriesToMove(schema)}
            ORDER BY entries.place LIMIT ${SEGMENT_ENTRIES}
          ) AS oldest
        ) AS sized WHERE before <= ${SEGMENT_BYTES} ORDER BY place`,
      values: [indexKey(sessionId), indexKey(through)],
    });
    const [first] = rows;
    if (first === undefined) return null;
    return {
      session: first.session,
      bodies: new Map(rows.map(({ place, body }) => [place, body])),
    };
  }

  return async ({ sessionId, through, dryRun }) => {
    if (storage === null) throw invalidInput("coldStorage", undefined, "expected an ObjectStorage");
    const moved = { entries: 0, objects: 0, bytes: 0 };
    if (dryRun)
      return { ...moved, entries: through === null ? 0 : await count(sessionId, through) };
    await sweep();
    for (;;) {
      const batch = through === null ? null : await next(sessionId, through);
      if (batch === null) return moved;
      moved.bytes += await moveBatch(storage, sessionId, batch);
      moved.entries += batch.bodies.size;
      moved.objects += 1;
    }
  };

  /** Returns the size of the object. */
  async function moveBatch(
    storage: ObjectStorage,
    sessionId: string,
    batch: Batch,
  ): Promise<number> {
    const object = `cutpoint/${batch.session}/${randomUUID()}`;
    const bytes = await packSegment(batch.bodies);
    // Recorded as unused first, so that a crash leaves no unknown object.
    await database.query({
      text: `INSERT INTO ${schema}.unused_objects VALUES ($1) ON CONFLICT DO NOTHING`,
      values: [object],
    });
    await database.transaction(async (client) => {
      const take = `DELETE FROM ${schema}.unused_objects WHERE object = $1`;
      const { rowCount } = await client.query({ text: take, values: [object] });
      if (rowCount !== 1) throw changedError(sessionId);
      await storage.put(object, bytes);
      const stored = await storage.get(object);
      if (stored === null || Buffer.compare(stored, bytes) !== 0)
        throw new CutpointError("store-failed", `object storage: ${object} differs after put`);
      await record(client, schema, sessionId, { batch, object, bytes: bytes.length });
    });
    return bytes.length;
  }
}

/** Records a segment and removes its bodies from the table. @throws `conflict` if one was changed */
async function record(
  client: PostgresClient,
  schema: string,
  sessionId: string,
  { batch, object, bytes }: { batch: Batch; object: string; bytes: number },
): Promise<void> {
  const { bodies, session } = batch;
  const places = [...bodies.keys()];
  const lock = `SELECT FROM ${schema}.sessions WHERE key = $1 FOR UPDATE`;
  await client.query({ text: lock, values: [session] });
  const { rows } = await client.query({
    text: `
      INSERT INTO ${schema}.segments (session, first, last, object, bytes)
      VALUES ($1, $2, $3, $4, $5) RETURNING key`,
    values: [session, places[0], places.at(-1), object, bytes],
  });
  const [segment] = rows as readonly { readonly key: string }[];
  const { rowCount } = await client.query({
    text: `
      UPDATE ${schema}.entries SET body = NULL, segment = $2
      FROM unnest($3::bigint[], $4::text[]) AS given (place, body)
      WHERE session = $1 AND entries.place = given.place AND entries.body = given.body`,
    values: [session, segment?.key, places, [...bodies.values()]],
  });
  if (rowCount !== places.length) throw changedError(sessionId);
}

type BodyRow = { readonly session: string; readonly place: string; readonly body: string };

function changedError(sessionId: string): CutpointError {
  const name = JSON.stringify(sessionId);
  return new CutpointError("conflict", `session ${name} was changed while its entries were moved`);
}

/** Returns the newest entry that the newest state of a session has compacted. */
export async function findCompactedThrough(
  store: SessionStore,
  sessionId: string,
): Promise<string | null> {
  for await (const entry of readPath(store, sessionId))
    if (entry.type === "compaction") return entry.state.compactedThrough;
  return null;
}
