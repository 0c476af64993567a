import { createHash } from "node:crypto";
import { toStorableKey } from "@cutpoint/core/store";

const MAX_CHARACTERS = 255;

/**
 * A text in a form that an index can hold, where a row has at most 2,704 bytes: a long `toStorableKey` becomes its
 * SHA-256, behind a `\#` that no such key begins with.
 */
export function indexKey(text: string): string {
  const key = toStorableKey(text);
  if (key.length <= MAX_CHARACTERS) return key;
  return `\\#${createHash("sha256").update(key).digest("hex")}`;
}
