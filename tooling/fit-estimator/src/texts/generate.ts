import type { Random } from "./random.ts";

const ALPHABETS = {
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  hex: "0123456789abcdef",
  letters: "abcdefghijklmnopqrstuvwxyz",
} as const;

/** Returns random characters of an alphabet. */
export function code(random: Random, alphabet: keyof typeof ALPHABETS, length: number): string {
  const characters = ALPHABETS[alphabet];
  let text = "";
  for (let at = 0; at < length; at++)
    text += characters.charAt(random.between(0, characters.length - 1));
  return text;
}

/** Returns the words of some texts with their frequency: lower case, 2 to 14 letters. */
export function vocabularyOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.match(/\b[a-z]{2,14}\b/g) ?? []);
}

/** Inputs of a generated line. */
export type Given = {
  readonly random: Random;
  readonly words: readonly string[];
  readonly index: number;
};

export function lines(
  random: Random,
  words: readonly string[],
  line: (given: Given) => string,
  count: number,
): string {
  return Array.from({ length: count }, (_, index) => line({ random, words, index })).join("\n");
}

/** Returns a number of words, joined by spaces. */
export function phrase(
  random: Random,
  words: readonly string[],
  least: number,
  most: number,
): string {
  return Array.from({ length: random.between(least, most) }, () => random.pick(words)).join(" ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a time of day. */
export function clock(random: Random): string {
  const two = (most: number): string => String(random.between(0, most)).padStart(2, "0");
  return `${two(23)}:${two(59)}:${two(59)}`;
}

export function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => code(random, "hex", length)).join("-");
}
