const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Numbers are rounded to a tenth. */
const LEVELS_PER_DOUBLING = 4;

/** Length of {@link keyOf}. */
export const KEY_LENGTH = 4;

/** Returns a hash of a name. Two of a thousand names have the same with a chance of 3 %. */
export function keyOf(name: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 24;
  return [0, 6, 12, 18].map((shift) => bitsDigit((hash >>> shift) & 63)).join("");
}

/** Returns a digit for six bits. */
export function bitsDigit(bits: number): string {
  return DIGITS.charAt(bits);
}

/** Returns the bits of {@link bitsDigit}, or 0. */
export function bitsOf(digit: string): number {
  return Math.max(0, DIGITS.indexOf(digit));
}

/** Returns a digit for a number up to 55,000, rounded to a level. */
export function levelDigit(number: number): string {
  const level = Math.round(LEVELS_PER_DOUBLING * Math.log2(1 + number));
  return bitsDigit(Math.min(DIGITS.length - 1, level));
}

/** Returns the number of {@link levelDigit}. */
export function levelOf(digit: string): number {
  return Math.round(2 ** (bitsOf(digit) / LEVELS_PER_DOUBLING) - 1);
}
