import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "./database.ts";
import { createDividedTable } from "./divided-table.ts";
import { invalidInput } from "@cutpoint/session/store";

/** Every read of entries locks all partitions, so it takes longer the more there are. */
const MAX_PARTITIONS = 64;

const PAGE = 100;

/** Settings of {@link Partitioner}. */
export type PartitionOptions = {
  /** Wait between two sessions, in ms. Default: 0. */
  readonly pause?: number;
  /** Called after each session that was moved, with their number. */
  readonly onProgress?: (sessions: number) => void;
};

/** Returns the number of sessions that were moved. */
export type Partitioner = (count: number, options?: PartitionOptions) => Promise<number>;

/**
 * Returns a function that divides the table of entries.
 *
 * Each session has a partition number, which its entries repeat. 0 is the table as it was before. A session moves there
 * in one transaction that locks its row, so every statement finds all of its entries in one partition.
 */
export function createPartitioner(database: Database, schema: string): Partitioner {
  const table = createDividedTable(database, schema);

  /** Moves a session, unless it was moved or deleted already. */
  async function moveSession(key: string): Promise<boolean> {
    return database.transaction(async (client) => {
      const { rows } = await client.query({
        text: `UPDATE ${schema}.sessions SET partition = DEFAULT
          WHERE key = $1 AND partition = 0 RETURNING partition`,
        values: [key],
      });
      const [session] = rows as readonly { readonly partition: number }[];
      if (session === undefined) return false;
      // A statement of its own, so that it sees what was appended until the row was locked.
      await client.query({
        text: `UPDATE ${schema}.entries SET partition = $2 WHERE session = $1 AND partition = 0`,
        values: [key, session.partition],
      });
      return true;
    });
  }

  async function* unmovedSessions(): AsyncGenerator<string> {
    for (let after = ""; ;) {
      const { rows } = await database.query<{ readonly key: string; readonly name: string }>({
        text: `SELECT key, name FROM ${schema}.sessions
          WHERE partition = 0 AND name > $1 ORDER BY name LIMIT ${PAGE}`,
        values: [after],
      });
      for (const { key } of rows) yield key;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.name;
    }
  }

  return async (count, { pause = 0, onProgress } = {}) => {
    if (!Number.isInteger(count) || count < 2 || count > MAX_PARTITIONS)
      throw invalidInput("count", count, `expected 2 to ${MAX_PARTITIONS}`);
    const existing = await table.divide(count);
    if (existing !== count) throw invalidInput("count", count, `expected ${existing} as before`);
    let moved = 0;
    for await (const key of unmovedSessions()) {
      if (!(await moveSession(key))) continue;
      moved += 1;
      onProgress?.(moved);
      if (pause > 0) await delay(pause);
    }
    await table.dropUndivided();
    return moved;
  };
}
