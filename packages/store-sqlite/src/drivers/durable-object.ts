import type { SqlRow, SqlValue, SyncSqliteDriver } from "../driver.ts";
import { returnsRows } from "./returns-rows.ts";

/** The storage of a Durable Object with SQLite: `ctx.storage`. */
export type DurableObjectStorageLike = {
  readonly sql: {
    exec(query: string, ...parameters: SqlValue[]): { toArray(): unknown[] };
  };
  transactionSync<Result>(run: () => Result): Result;
};

/**
 * Creates a driver for the storage of a Durable Object.
 *
 * @example
 *   createDriverStore(createDurableObjectDriver(ctx.storage));
 */
export function createDurableObjectDriver(storage: DurableObjectStorageLike): SyncSqliteDriver {
  const all = (query: string, parameters: readonly SqlValue[] = []): readonly SqlRow[] =>
    storage.sql.exec(query, ...parameters).toArray() as SqlRow[];
  return {
    isAsync: false,
    execute({ query, parameters }) {
      const rows = all(query, parameters);
      if (returnsRows(query)) return { rows, changes: 0 };
      // A cursor counts the rows of indexes, too.
      const [count] = all("SELECT changes() AS changes");
      return { rows, changes: Number(count?.["changes"]) };
    },
    transaction: (run) => storage.transactionSync(run),
  };
}
