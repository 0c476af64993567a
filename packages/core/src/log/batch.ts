import type { Entry } from "../model/entry.ts";
import { CutpointError, invalidInput } from "../model/error.ts";
import { isSameJson } from "../model/same-json.ts";
import { duplicateIdError } from "./store-errors.ts";

/** An entry on its way into a store. */
export type EncodedEntry = {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  /** Its JSON, which begins with `{"id":` and holds no line break, no NUL and no half of a character. */
  readonly text: string;
};

/** Entries on their way into a store, by id and in order. */
export type Batch = {
  readonly entries: ReadonlyMap<string, EncodedEntry>;
  /** The id of the last; `null` where there are none. */
  readonly head: string | null;
};

/**
 * @throws `duplicate-id` where an id is in the batch twice; `invalid-input` where an entry has no id or no parent, or
 *   cannot be written as JSON
 */
export function encodeBatch(entries: readonly Entry[]): Batch {
  const encoded = new Map<string, EncodedEntry>();
  let head: string | null = null;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = encodeEntry(entries[index], index);
    if (encoded.has(entry.id)) throw duplicateIdError(entry.id);
    encoded.set(entry.id, entry);
    head = entry.id;
  }
  return { entries: encoded, head };
}

function encodeEntry(entry: Partial<Entry> | null | undefined, index: number): EncodedEntry {
  const { id, parentId, type } = entry ?? {};
  if (typeof id !== "string" || id === "")
    throw invalidInput(`entries[${index}].id`, id, "it should be a text that is not empty");
  if (parentId !== null && typeof parentId !== "string")
    throw invalidInput(
      `entries[${index}].parentId`,
      parentId,
      "it should be the id of the entry before this one, or null",
    );
  if (typeof type !== "string")
    throw invalidInput(`entries[${index}].type`, type, "it should name what the entry is");
  try {
    return { id, parentId, type, text: JSON.stringify({ id, ...entry }) };
  } catch (cause) {
    throw new CutpointError("invalid-input", `entries[${index}] cannot be written as JSON`, {
      cause,
    });
  }
}

/**
 * Lets pass a stored entry that is the one of the same id in the batch, or of no id in it.
 *
 * @throws `duplicate-id` where the content is another
 */
export function assertSameContent(stored: { readonly id: string }, batch: Batch): void {
  const given = batch.entries.get(stored.id);
  if (given !== undefined && !isSameJson(stored, JSON.parse(given.text)))
    throw duplicateIdError(stored.id);
}

/**
 * A text as a key that no database and no file system alters: different for different texts, well-formed, without
 * control characters. Most texts are their own key.
 */
export function toStorableKey(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The text of a {@link toStorableKey}. */
export function fromStorableKey(key: string): string {
  return JSON.parse(`"${key}"`) as string;
}
