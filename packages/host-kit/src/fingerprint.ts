import { hash } from "node:crypto";

/**
 * Returns the id of an item whose host gives messages no ids: 32 hexadecimal digits of SHA-256.
 *
 * Hash the id before it together with the content. An id that occurs again then proves that everything before it is
 * unchanged.
 */
export function fingerprint(text: string): string {
  return hash("sha256", text).slice(0, 32);
}
