const PRIME = 0x01000193;
const OFFSETS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];

/**
 * Replaces `hash` of `node:crypto` in this page: FNV-1a over UTF-16 units, four times with different offsets.
 *
 * Readers hash messages that have no ids. The ids are used inside the page only.
 */
export function hash(_algorithm: string, text: string): string {
  let [a = 0, b = 0, c = 0, d = 0] = OFFSETS;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, PRIME);
    b = Math.imul(b ^ unit, PRIME);
    c = Math.imul(c ^ unit, PRIME);
    d = Math.imul(d ^ unit, PRIME);
  }
  return [a, b, c, d].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}
