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
