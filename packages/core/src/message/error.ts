import type { SummaryFailure } from "./receipt.ts";

/**
 * The class of an error. Expected outcomes are return values, not errors.
 *
 * | code | cause | retry? |
 * | --- | --- | --- |
 * | `invalid-input` | a value or option is not valid | no |
 * | `duplicate-id` | an id is used twice with different content | no |
 * | `unknown-entry` | an entry id is not in the session | no |
 * | `unsupported-version` | the data was written by a newer release | no |
 * | `budget-too-small` | system text, tools and pins leave no room | no |
 * | `corrupt-log` | a stored record cannot be read | no |
 * | `summary-failed` | no summarizer returned a usable summary; the view is unchanged | yes |
 * | `conflict` | another writer changed the data | yes |
 * | `store-failed` | a store could not read or write | yes |
 * | `closed` | used after disposal | no |
 * | `aborted` | the caller's signal was aborted | no |
 */
export type CutpointErrorCode =
  | "invalid-input"
  | "duplicate-id"
  | "unknown-entry"
  | "unsupported-version"
  | "budget-too-small"
  | "corrupt-log"
  | "summary-failed"
  | "conflict"
  | "store-failed"
  | "closed"
  | "aborted";

const RETRYABLE: ReadonlySet<CutpointErrorCode> = new Set([
  "summary-failed",
  "conflict",
  "store-failed",
]);

const BRAND = Symbol.for("cutpoint.error");

/** The error class of Cutpoint. Check for it with {@link isCutpointError}, which also works across duplicate installs. */
export class CutpointError extends Error {
  override readonly name = "CutpointError";
  readonly code: CutpointErrorCode;
  /** Whether the same call may succeed if it is repeated. */
  readonly retryable: boolean;
  /** For `summary-failed`: the fault, and the model calls that were made. */
  readonly failure: SummaryFailure | null;

  constructor(
    code: CutpointErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly failure?: SummaryFailure } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.failure = options.failure ?? null;
    this.retryable = RETRYABLE.has(code);
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether a value is a {@link CutpointError}, optionally with a given code. */
export function isCutpointError(value: unknown, code?: CutpointErrorCode): value is CutpointError {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Record<symbol, unknown>)[BRAND] === true &&
    (code === undefined || (value as CutpointError).code === code)
  );
}

/** Returns the error `field is value: expected`; the value is cut to 80 characters. */
export function invalidInput(field: string, value: unknown, expected: string): CutpointError {
  return new CutpointError("invalid-input", `${field} is ${describe(value)}: ${expected}`);
}

export function abortedError(signal: AbortSignal | undefined): CutpointError {
  return new CutpointError("aborted", "the operation was aborted", { cause: signal?.reason });
}

function describe(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  let text: string;
  try {
    text = JSON.stringify(value, withoutSecret) ?? typeof value;
  } catch {
    text = typeof value;
  }
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}

function withoutSecret(key: string, value: unknown): unknown {
  return typeof value === "string" && /key|token|secret|password/iu.test(key) ? "…" : value;
}
