/**
 * What an adapter names an item by where its host gives messages no ids: of the id before it and the content, so that an
 * id that occurs again proves all before it unchanged.
 *
 * 16 hexadecimal digits over a text's code units: two FNV-1a hashes of 32 bits with different beginnings. No protection
 * against those who mean to collide.
 */
export function fingerprint(text: string): string {
  let left = 0x811c9dc5;
  let right = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    left = Math.imul(left ^ unit, 0x01000193);
    right = Math.imul(right ^ (unit + index), 0x01000193);
  }
  return [left, right].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
