import { CutpointError, wrapStoreError } from "@cutpoint/session/store";

/** Returns whether a statement would have stored a key twice. SQLite words this error, so it is the same in all drivers. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && error.message.includes("UNIQUE constraint failed");
}

/** SQLITE_CORRUPT and SQLITE_NOTADB in sqlite3.h: the low bytes of all their variants. */
const DAMAGE_CODES: readonly number[] = [11, 26];

/**
 * Converts an error of SQLite to `corrupt-log` if the database is damaged, and to `store-failed` otherwise. Errors of
 * Cutpoint are thrown unchanged.
 */
export function wrapSqliteError(verb: string, place: string): (error: unknown) => never {
  return (error) => {
    if (!isDamageError(error)) return wrapStoreError(verb, place)(error);
    const message = `could not ${verb} ${place}: the database is damaged (${error.message})`;
    throw new CutpointError("corrupt-log", message, { cause: error });
  };
}

/** `node:sqlite` reports a number; other libraries report a name, as `code` or in the message. */
function isDamageError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && typeof error.errcode === "number")
    return DAMAGE_CODES.includes(error.errcode & 0xff);
  const name = "code" in error ? `${String(error.code)} ${error.message}` : error.message;
  return /\bSQLITE_(?:CORRUPT|NOTADB)/u.test(name);
}
