import { CutpointError } from "@cutpoint/core";
import { assertReadableState, invalidInput } from "@cutpoint/core/kit";
import type { Entry } from "./entry.ts";

const KNOWN_TYPES: Readonly<Record<Entry["type"], string | null>> = {
  message: "message",
  compaction: "state",
  hide: "replacements",
  pin: null,
  branch: null,
  note: null,
  tombstone: null,
};

/**
 * A log entry as a store has it, checked as far as it costs no more than a glance: what links it to the log, that what
 * makes its type is there, and that its state is no newer than this release. An entry of an unknown type is given as it
 * is. `parseEntry` checks everything.
 *
 * @param field what the value is called in the error
 * @throws `unsupported-version` where it holds a state that a newer release wrote; `invalid-input` where it is no entry
 */
export function readEntry(value: unknown, field = "entry"): Entry {
  if (!isRecord(value)) throw invalidInput(field, value, "it should be an object");
  const { id, parentId, at, type } = value;
  if (typeof id !== "string" || id === "")
    throw invalidInput(`${field}.id`, id, "it should be a text that is not empty");
  if (parentId !== null && typeof parentId !== "string")
    throw invalidInput(`${field}.parentId`, parentId, "it should be an entry's id or null");
  if (typeof at !== "number" || !(at >= 0))
    throw invalidInput(`${field}.at`, at, "it should be a time in ms since 1970");
  if (typeof type !== "string")
    throw invalidInput(`${field}.type`, type, "it should name what the entry is");
  const content = Object.hasOwn(KNOWN_TYPES, type) ? KNOWN_TYPES[type as Entry["type"]] : null;
  if (type === "compaction") assertReadableCompaction(value, field);
  if (content !== null && !isRecord(value[content]))
    throw invalidInput(`${field}.${content}`, value[content], "it should be an object");
  return value as Entry;
}

/**
 * Accepts every compaction entry whose state this release can read.
 *
 * @throws `unsupported-version` if a newer release or a pre-release wrote it
 */
export function assertReadableCompaction(value: object, field: string): void {
  const { mark, state } = value as { readonly mark?: unknown; readonly state?: unknown };
  if (state === undefined && mark !== undefined)
    throw new CutpointError(
      "unsupported-version",
      `${field} was written by a pre-release; start a new session`,
    );
  assertReadableState(state, `${field}.state`);
}

/** Whether this release knows what an entry of this type means. */
export function isKnownEntry(entry: { readonly type: string }): boolean {
  return Object.hasOwn(KNOWN_TYPES, entry.type);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
