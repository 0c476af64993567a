import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { Entry } from "../log/entry.ts";
import type { EncodedEntry } from "./batch.ts";

/** The error for an id that is used twice. */
export function duplicateIdError(id: string): CutpointError {
  return new CutpointError(
    "duplicate-id",
    `an entry of id "${id}" is there already: ids are used once in a session`,
  );
}

/** The error for an id that should be in a session and is not. */
export function unknownEntryError(field: string, id: string, sessionId: string): CutpointError {
  return new CutpointError(
    "unknown-entry",
    `${field} is "${id}": session ${JSON.stringify(sessionId)} has no such entry`,
  );
}

/**
 * Lets pass what may stand in the place of a stored entry.
 *
 * @throws `unknown-entry` where none is stored, `invalid-input` where that has another parent
 */
export function assertReplaceable(
  stored: Pick<Entry, "parentId"> | undefined,
  { id, parentId }: Pick<EncodedEntry, "id" | "parentId">,
  sessionId: string,
): void {
  if (stored === undefined) throw unknownEntryError("entries", id, sessionId);
  if (stored.parentId === parentId) return;
  throw new CutpointError(
    "invalid-input",
    `entry "${id}" has another parent than the stored one: order, ids and parents stay`,
  );
}

/**
 * Lets errors of Cutpoint pass and makes `store-failed` of any other.
 *
 * @param verb what was tried, as in "could not append to"
 * @param place what with: a file, a folder
 */
export function wrapStoreError(verb: string, place: string): (error: unknown) => never {
  return (error) => {
    if (isCutpointError(error)) throw error;
    const reason = error instanceof Error ? `: ${error.message}` : "";
    throw new CutpointError("store-failed", `could not ${verb} ${place}${reason}`, {
      cause: error,
    });
  };
}

/**
 * @throws `aborted` where the signal is set
 */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new CutpointError("aborted", "the signal was set", { cause: signal.reason });
}
