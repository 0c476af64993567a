import { createHash } from "node:crypto";
import { toStorableKey } from "@cutpoint/session/store";

const MAX_CHARACTERS = 255;

/**
 * Returns a key that fits into an index row, which has at most 2,704 bytes.
 *
 * A `toStorableKey` of more than 255 characters becomes its SHA-256 with the prefix `\#`, which no such key has.
 */
export function indexKey(text: string): string {
  const key = toStorableKey(text);
  if (key.length <= MAX_CHARACTERS) return key;
  return `\\#${createHash("sha256").update(key).digest("hex")}`;
}
