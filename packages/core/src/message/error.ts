import type { SummaryFailure } from "./receipt.ts";

/**
 * What went wrong. An error is a broken promise; expected outcomes are return values.
 *
 * | code | meaning | again? |
 * | --- | --- | --- |
 * | `invalid-input` | a value from outside is not what it should be | no |
 * | `duplicate-id` | an id is used twice with different content | no |
 * | `unknown-entry` | an entry id that is not in the session | no |
 * | `unsupported-version` | a record that a newer release wrote | no |
 * | `budget-too-small` | system text and the last human message do not fit | no |
 * | `corrupt-log` | a stored record cannot be read | no |
 * | `summary-failed` | no usable summary could be made; the old view stays | yes |
 * | `conflict` | another writer was faster, more often than is worth trying | yes |
 * | `store-failed` | a store could not read or write | yes |
 * | `closed` | used after disposal | no |
 * | `aborted` | the caller's signal was set | no |
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

/** The one error of Cutpoint; tell it apart with {@link isCutpointError}, which works across duplicate installs. */
export class CutpointError extends Error {
  override readonly name = "CutpointError";
  readonly code: CutpointErrorCode;
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** With `summary-failed`: what was wrong, and the calls that were made all the same. */
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

/** Whether a value is a {@link CutpointError}, of the given code where one is named. */
export function isCutpointError(value: unknown, code?: CutpointErrorCode): value is CutpointError {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as Record<symbol, unknown>)[BRAND] === true &&
    (code === undefined || (value as CutpointError).code === code)
  );
}

/**
 * The error for a bad value: names the field, the value (cut to 80 characters) and what would be right.
 */
export function invalidInput(field: string, value: unknown, remedy: string): CutpointError {
  return new CutpointError("invalid-input", `${field} is ${describe(value)}: ${remedy}`);
}

function describe(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  let text: string;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch {
    text = Object.prototype.toString.call(value);
  }
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
