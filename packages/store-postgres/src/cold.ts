import { CutpointError } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import type { ObjectStorage } from "./object-storage.ts";
import type { PostgresClient } from "./pool.ts";
import { createSegmentRemoval } from "./segment-removal.ts";
import { type Bodies, unpackSegment } from "./segment.ts";
import { createSweep } from "./unused-objects.ts";

/** How often a read is repeated because its object was replaced meanwhile. */
const MAX_TRIES = 5;

/** Reads moved entries, and removes objects that are no longer needed. */
export type Cold = {
  /** Returns the JSON of entries, wherever it is stored. */
  readonly bodies: (
    session: string,
    places: readonly string[],
    client?: PostgresClient,
  ) => Promise<Bodies>;
  /** Moves back the segments that contain some of the ids, within a transaction. */
  readonly restore: (
    client: PostgresClient,
    session: string,
    ids: readonly string[],
  ) => Promise<void>;
  /** Forgets the segments before a place, or all of them, within a transaction. Moves back one that contains it. */
  readonly discard: (
    client: PostgresClient,
    session: string,
    before: string | null,
  ) => Promise<void>;
  /** Deletes the objects that no segment uses. @throws `store-failed` */
  readonly sweep: () => Promise<void>;
};

/** @param storage `null` if the store has none: an operation that needs a moved entry then throws */
export function createCold(
  database: Database,
  schema: string,
  storage: ObjectStorage | null,
): Cold {
  function use(): ObjectStorage {
    if (storage !== null) return storage;
    throw new CutpointError(
      "invalid-input",
      "coldStorage is undefined: the session has entries in object storage, pass it",
    );
  }

  async function fetch(object: string): Promise<Bodies | null> {
    const bytes = await use().get(object);
    return bytes === null ? null : unpackSegment(bytes, object);
  }

  async function fetchStored(object: string): Promise<Bodies> {
    const bodies = await fetch(object);
    if (bodies === null) throw missingError(object);
    return bodies;
  }

  /** Reads the missing bodies of rows. Returns an object that does not exist. */
  async function fillIn(rows: readonly BodyRow[]): Promise<string | null> {
    for (const { body, object } of rows) {
      if (body !== null || object === null) continue;
      const bodies = await fetch(object);
      if (bodies === null) return object;
      for (const row of rows) if (row.object === object) row.body = bodies.get(row.place) ?? null;
    }
    return null;
  }

  return {
    async bodies(session, places, client) {
      for (let tries = 1; ; tries += 1) {
        const result = await (client ?? database).query({
          text: `
            SELECT place, body, object FROM ${schema}.entries
            LEFT JOIN ${schema}.segments ON segments.key = entries.segment
            WHERE entries.session = $1 AND place = ANY ($2::bigint[])`,
          values: [session, places],
        });
        const rows = result.rows as readonly BodyRow[];
        const missing = await fillIn(rows);
        if (missing === null) return new Map(rows.map(({ place, body }) => [place, body ?? ""]));
        if (tries === MAX_TRIES) throw missingError(missing);
      }
    },

    ...createSegmentRemoval(schema, fetchStored, use),
    sweep: createSweep(database, schema, storage),
  };
}

type BodyRow = { readonly place: string; body: string | null; readonly object: string | null };

function missingError(object: string): CutpointError {
  return new CutpointError("corrupt-log", `object ${object} is not in the object storage`);
}
