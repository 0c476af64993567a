import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { CutpointError, wrapStoreError } from "@cutpoint/session/store";
import type { SqliteStoreOptions } from "./options.ts";
import { migrate } from "./schema.ts";

/** A connection. All calls are synchronous, so no other code of this process runs between two statements. */
export type Database = {
  /** Returns a prepared statement and caches it. */
  statement(query: string): StatementSync;
  /** Runs a write transaction. It is rolled back if `run` throws. */
  transaction<Result>(run: () => Result): Result;
  close(): void;
};

/** Opens a database file and migrates it to the version of this release. */
export function openDatabase(options: Required<SqliteStoreOptions>): Database {
  const { file, durability, busyTimeoutMs, mode } = options;
  if (!existsSync(file)) {
    // Everyone who can read the file can open a new folder.
    mkdirSync(dirname(file), { recursive: true, mode: mode | ((mode & 0o444) >> 2) });
    closeSync(openSync(file, "a", mode));
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

/** SQLITE_CONSTRAINT_UNIQUE in sqlite3.h. */
const CONSTRAINT_UNIQUE = 2067;

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === CONSTRAINT_UNIQUE;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB in sqlite3.h: the low bytes of all their variants. */
const DAMAGE_CODES: readonly number[] = [11, 26];

/**
 * Converts an error of SQLite to `corrupt-log` if the file is damaged, and to `store-failed` otherwise. Errors of
 * Cutpoint are thrown unchanged.
 */
export function wrapSqliteError(verb: string, file: string): (error: unknown) => never {
  return (error) => {
    if (!isDamageError(error)) return wrapStoreError(verb, file)(error);
    const message = `could not ${verb} ${file}: the file is damaged (${error.message})`;
    throw new CutpointError("corrupt-log", message, { cause: error });
  };
}

function isDamageError(error: unknown): error is Error {
  if (!(error instanceof Error && "errcode" in error)) return false;
  return typeof error.errcode === "number" && DAMAGE_CODES.includes(error.errcode & 0xff);
}

/** Runs a function and converts its errors with {@link wrapSqliteError}. */
export function runSqlite<Result>(verb: string, file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    return wrapSqliteError(verb, file)(error);
  }
}
