import { CutpointError, isCutpointError } from "@cutpoint/session/store";

/** The SQLSTATE of an error of the server, or the code of one of the system; see PostgreSQL's appendix A. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error && "code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** There are no tables yet: `undefined_table`, `invalid_schema_name`. */
export function isNotMigrated(error: unknown): boolean {
  return ["42P01", "3F000"].includes(codeOf(error));
}

/** Two transactions were in each other's way and this one was taken back: `serialization_failure`, `deadlock_detected`. */
export function isTakenBack(error: unknown): boolean {
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

/**
 * The connection was there and is gone: its backend was ended, the server restarted, the network cut it. What was under
 * way may have been done or not.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return LOST_CODES.has(code) || code.startsWith("08");
  // `pg` gives these no code.
  const said = error instanceof Error ? error.message : "";
  return /^Connection terminated|connection error and is not queryable|^Client was closed/.test(
    said,
  );
}

/** What a caller gets for an error of the server or of the way to it. */
export function storeFailed(error: unknown): CutpointError {
  if (isCutpointError(error)) return error;
  const said = error instanceof Error ? error.message || codeOf(error) : String(error);
  return new CutpointError("store-failed", `PostgreSQL: ${said}`, { cause: error });
}

export function aborted(signal: AbortSignal): CutpointError {
  return new CutpointError("aborted", "the signal was set", { cause: signal.reason });
}
