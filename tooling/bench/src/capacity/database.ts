import type { Pool } from "pg";

/** The size of each table with its indexes, in bytes. */
export type TableBytes = ReadonlyMap<string, number>;

export async function tableBytes(pool: Pool): Promise<TableBytes> {
  const { rows } = await pool.query<{ readonly name: string; readonly bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relnamespace = 'cutpoint'::regnamespace AND relkind = 'r'`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

export function bytesOf(sizes: TableBytes, tables: Iterable<string>): number {
  let total = 0;
  for (const table of tables) total += sizes.get(table) ?? 0;
  return total;
}

/** How much write-ahead log the server has written, in bytes. */
export async function logPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ readonly bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
  );
  return Number(rows[0]?.bytes);
}
