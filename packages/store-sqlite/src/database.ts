import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { wrapStoreError } from "@cutpoint/core/store";
import type { SqliteStoreOptions } from "./options.ts";
import { migrate } from "./schema.ts";

/** Conversations are private: nobody but their owner reads a new file. */
const OWNER_ONLY = 0o600;

/** One connection. Everything on it is done at once, so nothing of this process comes between two statements. */
export type Database = {
  /** A prepared statement, the same one each time. */
  statement(query: string): StatementSync;
  /** Runs within a transaction that may write, undone where it throws. */
  transaction<Result>(run: () => Result): Result;
  close(): void;
};

/** Opens a database file in the version of this release. */
export function openDatabase(options: Required<SqliteStoreOptions>): Database {
  const { file, durability, busyTimeoutMs } = options;
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, "a", OWNER_ONLY));
  }
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    migrate(connection, file);
    const synchronous = durability === "none" ? "NORMAL" : "FULL";
    connection.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON`);
  } catch (error) {
    connection.close();
    throw error;
  }
  const statements = new Map<string, StatementSync>();

  return {
    statement(query) {
      const known = statements.get(query);
      if (known !== undefined) return known;
      const statement = connection.prepare(query);
      statements.set(query, statement);
      return statement;
    },
    transaction(run) {
      connection.exec("BEGIN IMMEDIATE");
      try {
        const result = run();
        connection.exec("COMMIT");
        return result;
      } catch (error) {
        if (connection.isTransaction) connection.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

/** SQLITE_CONSTRAINT_UNIQUE of sqlite3.h. */
const CONSTRAINT_UNIQUE = 2067;

/** Whether a key was there already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === CONSTRAINT_UNIQUE;
}

/** Runs what may fail in SQLite; see `wrapStoreError` of core. */
export function guarded<Result>(verb: string, file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    return wrapStoreError(verb, file)(error);
  }
}
