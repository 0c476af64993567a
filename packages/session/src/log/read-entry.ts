import { invalidInput, isRecord } from "@cutpoint/core/kit";
import { assertReadableState } from "@cutpoint/core/session";
import type { Entry } from "./entry.ts";

/** The field of each type that must be an object. */
const CONTENT_FIELDS: Readonly<Record<Entry["type"], string | null>> = {
  message: "message",
  compaction: "state",
  hide: "replacements",
  pin: null,
  branch: null,
  note: null,
  tombstone: null,
};

/**
 * Returns a stored entry after a fast check of the fields that Cutpoint relies on.
 *
 * Entries of unknown types are returned unchanged. `parseEntry` checks everything.
 *
 * @param field the name of the value in errors
 * @throws `unsupported-version` if a newer release wrote its state; `invalid-input` if it is not an entry
 */
export function readEntry(value: unknown, field = "entry"): Entry {
  assertEntryLink(value, field);
  const { at, type } = value;
  if (typeof at !== "number" || !(at >= 0))
    throw invalidInput(`${field}.at`, at, "expected a time in ms since the epoch");
  const content = isKnownEntry(value) ? CONTENT_FIELDS[type as Entry["type"]] : null;
  if (type === "compaction") assertReadableState(value["state"], `${field}.state`);
  if (content !== null && !isRecord(value[content]))
    throw invalidInput(`${field}.${content}`, value[content], "expected an object");
  return value as Readonly<Record<string, unknown>> as Entry;
}

type EntryLink = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
};

/** @throws `invalid-input` if the id, the parent or the type is missing */
export function assertEntryLink(value: unknown, field: string): asserts value is EntryLink {
  if (!isRecord(value)) throw invalidInput(field, value, "expected an object");
  const { id, parentId, type } = value;
  if (typeof id !== "string" || id === "")
    throw invalidInput(`${field}.id`, id, "expected a non-empty string");
  if (parentId !== null && typeof parentId !== "string")
    throw invalidInput(`${field}.parentId`, parentId, "expected an entry id or null");
  if (typeof type !== "string") throw invalidInput(`${field}.type`, type, "expected a string");
}

/** Whether this release knows the type of an entry. */
export function isKnownEntry(entry: { readonly type: string }): boolean {
  return Object.hasOwn(CONTENT_FIELDS, entry.type);
}
