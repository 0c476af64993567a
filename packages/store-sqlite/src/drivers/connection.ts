import type { SqlResult, SqlRow, SqlValue, SyncSqliteDriver } from "../driver.ts";
import { returnsRows } from "./returns-rows.ts";

/** A connection of `node:sqlite`, `better-sqlite3`, `libsql` or another library with the same methods. */
export type SqliteConnection = {
  exec(query: string): unknown;
  prepare(query: string): SqlitePrepared;
};

/** A prepared statement of a {@link SqliteConnection}. Receives values of {@link SqlValue} only. */
export type SqlitePrepared = {
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint };
};

/**
 * Creates a driver for a connection that answers at once. The app sets its journal mode and closes it.
 *
 * @example
 *   createDriverStore(createConnectionDriver(new Database("sessions.db"))); // better-sqlite3
 */
export function createConnectionDriver(connection: SqliteConnection): SyncSqliteDriver {
  const prepared = new Map<string, (parameters: readonly SqlValue[]) => SqlResult>();

  function prepare(query: string): (parameters: readonly SqlValue[]) => SqlResult {
    const statement = connection.prepare(query);
    return returnsRows(query)
      ? (parameters) => ({ rows: statement.all(...parameters) as SqlRow[], changes: 0 })
      : (parameters) => ({ rows: [], changes: Number(statement.run(...parameters).changes) });
  }

  connection.exec("PRAGMA secure_delete = ON");
  return {
    isAsync: false,
    execute({ query, parameters }) {
      const run = prepared.get(query) ?? prepare(query);
      prepared.set(query, run);
      return run(parameters);
    },
    transaction(run) {
      connection.exec("BEGIN IMMEDIATE");
      try {
        const result = run();
        connection.exec("COMMIT");
        return result;
      } catch (error) {
        rollBack(connection);
        throw error;
      }
    },
    checkpoint: () => void connection.exec("PRAGMA wal_checkpoint(TRUNCATE)"),
  };
}

/** Does nothing if SQLite rolled back, as after a full disk. */
function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // The error that ended the transaction is thrown instead.
  }
}
