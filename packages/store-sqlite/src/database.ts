import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { CutpointError, wrapStoreError } from "@cutpoint/session/store";
import type { SqliteStoreOptions } from "./options.ts";
import { migrate } from "./schema.ts";

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
  const { file, durability, busyTimeoutMs, mode } = options;
  if (!existsSync(file)) {
    // A new folder can be opened by all who can read the file.
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

/** SQLITE_CONSTRAINT_UNIQUE of sqlite3.h. */
const CONSTRAINT_UNIQUE = 2067;

/** Whether a key was there already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === CONSTRAINT_UNIQUE;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB of sqlite3.h, the low bytes of all their variants. */
const DAMAGED: readonly number[] = [11, 26];

/**
 * Rethrows an error of Cutpoint, and turns one of SQLite into `corrupt-log` if the file is damaged, else into
 * `store-failed`.
 */
export function failed(verb: string, file: string): (error: unknown) => never {
  return (error) => {
    if (!isDamage(error)) return wrapStoreError(verb, file)(error);
    const message = `could not ${verb} ${file}: the file is damaged (${error.message})`;
    throw new CutpointError("corrupt-log", message, { cause: error });
  };
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error && "errcode" in error)) return false;
  return typeof error.errcode === "number" && DAMAGED.includes(error.errcode & 0xff);
}

/** Runs what may fail in SQLite; see {@link failed}. */
export function guarded<Result>(verb: string, file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    return failed(verb, file)(error);
  }
}
