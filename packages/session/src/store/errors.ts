import { CutpointError, isCutpointError } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { Entry } from "../log/entry.ts";
import type { EncodedEntry } from "./batch.ts";

/** Returns the error for an id that is used twice. */
export function duplicateIdError(id: string): CutpointError {
  return new CutpointError(
    "duplicate-id",
    `id is "${id}": expected an id that the session does not contain yet`,
  );
}

/** Returns the error for an id that is not in the session. */
export function unknownEntryError(field: string, id: string, sessionId: string): CutpointError {
  return unknownEntry(field, id, `the id of an entry in session ${JSON.stringify(sessionId)}`);
}

/** Returns the error `field is id: expected …`; the id is cut to 80 characters. */
export function unknownEntry(field: string, id: string, expected: string): CutpointError {
  const { message } = invalidInput(field, id, `expected ${expected}`);
  return new CutpointError("unknown-entry", message);
}

/**
 * Checks an entry that replaces a stored one.
 *
 * @throws `unknown-entry` if no entry is stored, `invalid-input` if the parents differ
 */
export function assertReplaceable(
  stored: Pick<Entry, "parentId"> | undefined,
  { id, parentId }: Pick<EncodedEntry, "id" | "parentId">,
  sessionId: string,
): void {
  if (stored === undefined) throw unknownEntryError("entries", id, sessionId);
  if (stored.parentId === parentId) return;
  const expected = `expected ${JSON.stringify(stored.parentId)}, as stored`;
  throw invalidInput(`parentId of entry "${id}"`, parentId, expected);
}

/**
 * Returns a handler that rethrows a `CutpointError` and wraps any other error as `store-failed`.
 *
 * @param verb the failed operation, for example "append to"
 * @param place its file, folder or table
 */
export function wrapStoreError(verb: string, place: string): (error: unknown) => never {
  return (cause) => {
    if (isCutpointError(cause)) throw cause;
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    throw new CutpointError("store-failed", `could not ${verb} ${place}${reason}`, { cause });
  };
}

/** @throws `aborted` if the signal is aborted */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new CutpointError("aborted", "the operation was aborted", { cause: signal.reason });
}
