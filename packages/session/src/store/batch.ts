import { CutpointError } from "@cutpoint/core";
import type { Entry } from "../log/entry.ts";
import { assertEntryLink } from "../log/read-entry.ts";
import { duplicateIdError } from "./errors.ts";

/** An entry, serialized for a store. */
export type EncodedEntry = {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  /** JSON that begins with `{"id":`. Contains no line break, no NUL and no lone surrogate. */
  readonly text: string;
};

/** Serialized entries, by id and in order. */
export type Batch = {
  readonly entries: ReadonlyMap<string, EncodedEntry>;
  /** The id of the last entry; `null` for an empty batch. */
  readonly head: string | null;
};

/**
 * Serializes entries for a store.
 *
 * @throws `duplicate-id` if the batch contains an id twice; `invalid-input` if an entry has no id, parent or type, or is
 *   not JSON
 */
export function encodeBatch(entries: readonly Entry[]): Batch {
  const encoded = new Map<string, EncodedEntry>();
  for (const [index, given] of entries.entries()) {
    const entry = encodeEntry(given, `entries[${index}]`);
    if (encoded.has(entry.id)) throw duplicateIdError(entry.id);
    encoded.set(entry.id, entry);
  }
  return { entries: encoded, head: entries.at(-1)?.id ?? null };
}

function encodeEntry(entry: unknown, field: string): EncodedEntry {
  assertEntryLink(entry, field);
  const { id, parentId, type } = entry;
  try {
    return { id, parentId, type, text: JSON.stringify({ id, ...(entry as object) }) };
  } catch (cause) {
    throw new CutpointError("invalid-input", `${field} is not JSON: expected a JSON object`, {
      cause,
    });
  }
}

/**
 * Compares a stored entry with the entry of the same id in a batch, if there is one.
 *
 * @throws `duplicate-id` if the content differs
 */
export function assertSameContent(stored: { readonly id: string }, batch: Batch): void {
  const given = batch.entries.get(stored.id);
  if (given !== undefined && !isSameJson(stored, JSON.parse(given.text)))
    throw duplicateIdError(stored.id);
}

/**
 * Returns a key that every database and file system stores unchanged: well-formed, without control characters.
 *
 * Different texts have different keys. Most texts are their own key.
 */
export function toStorableKey(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Reverses {@link toStorableKey}. */
export function fromStorableKey(key: string): string {
  return JSON.parse(`"${key}"`) as string;
}

/** Whether two values are the same JSON. The order of keys is ignored. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right)) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
