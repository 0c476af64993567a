import { CutpointError, isCutpointError } from "@cutpoint/session/store";

/**
 * Returns the SQLSTATE of a server error, or the code of a system error. See appendix A of the PostgreSQL
 * documentation.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error && "code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Returns whether the tables do not exist yet: `undefined_table` or `invalid_schema_name`. */
export function isNotMigrated(error: unknown): boolean {
  return ["42P01", "3F000"].includes(codeOf(error));
}

/** Returns whether `lock_timeout` ended a wait: `lock_not_available`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/**
 * Returns whether the server rolled back because of another transaction: `serialization_failure` or
 * `deadlock_detected`.
 */
export function isRolledBack(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

const LOST_CODES: ReadonlySet<string> = new Set([
  "25P03",
  "57P01",
  "57P02",
  "57P05",
  "ECONNRESET",
  "EPIPE",
]);

/** Returns whether an established connection was lost. The statement may or may not have been executed. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return LOST_CODES.has(code) || code.startsWith("08");
  // `pg` sets no code for these errors.
  const message = error instanceof Error ? error.message : "";
  return /^Connection terminated|connection error and is not queryable|^Client was closed/.test(
    message,
  );
}

/**
 * Returns whether a pooler sent a named statement to another connection: `invalid_sql_statement_name` or
 * `duplicate_prepared_statement`.
 */
function isNameLost(error: unknown): boolean {
  return ["26000", "42P05"].includes(codeOf(error));
}

/** Returns whether a page of a table or an index is damaged: `data_corrupted` or `index_corrupted`. */
function isDamaged(error: unknown): boolean {
  return ["XX001", "XX002"].includes(codeOf(error));
}

/** Converts any error to a `CutpointError`: `corrupt-log` for damaged pages, by default `store-failed`. */
export function toStoreError(error: unknown): CutpointError {
  if (isCutpointError(error)) return error;
  const message = error instanceof Error ? error.message || codeOf(error) : String(error);
  const remedy = isNameLost(error) ? "; behind this pooler, set prepare to false" : "";
  const code = isDamaged(error) ? "corrupt-log" : "store-failed";
  return new CutpointError(code, `PostgreSQL: ${message}${remedy}`, { cause: error });
}

export function abortedError(signal: AbortSignal): CutpointError {
  return new CutpointError("aborted", "the operation was aborted", { cause: signal.reason });
}
