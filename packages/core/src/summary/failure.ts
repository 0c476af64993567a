import type { Redact } from "@cutpoint/redact";
import { CutpointError, isCutpointError } from "../message/error.ts";
import type { SummaryAttempt, SummaryFault } from "../message/receipt.ts";

/** Creates the error for a summary that cannot be used. */
export function summaryFailure(
  fault: SummaryFault,
  message: string,
  options: { readonly cause?: unknown; readonly attempts?: readonly SummaryAttempt[] } = {},
): CutpointError {
  const { attempts = [], ...rest } = options;
  return new CutpointError("summary-failed", message, { ...rest, failure: { fault, attempts } });
}

/** Returns the failure of a summarizer. Its message may quote a request, so secrets in it are redacted. */
export function toSummaryFailure(cause: unknown, redact: Redact = (text) => text): CutpointError {
  if (!isCutpointError(cause, "summary-failed")) {
    const text = cause instanceof Error ? cause.message : String(cause);
    const message = redact(`the summary could not be made: ${text}`);
    return summaryFailure("unavailable", message, { cause });
  }
  const message = redact(cause.message);
  const { attempts = [], fault = "unavailable" } = cause.failure ?? {};
  return message === cause.message ? cause : summaryFailure(fault, message, { cause, attempts });
}
