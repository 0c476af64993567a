import { createHash } from "node:crypto";

/**
 * Returns the id of an item whose host gives messages no ids: 32 hexadecimal digits of SHA-256.
 *
 * Hash the id before it together with the content. An id that occurs again then proves that everything before it is
 * unchanged.
 */
export function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
