import { truncateMiddle } from "@cutpoint/core/kit";

/** A word of a text as it is compared, and where it stands, in UTF-16 units. */
export type Word = { readonly word: string; readonly start: number; readonly end: number };

/** What a query asks for: words that must stand next to each other, in this order. */
export type SearchTerm = readonly string[];

/**
 * Runs of letters, digits and states; of a script that is written without spaces, each character.
 *
 * A run of such a script in a query is a term of several words, so that it is found within a longer run.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]\p{M}*|[[\p{L}\p{N}\p{M}\p{Co}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]]+/gv;

const PLAIN_WORD = /[A-Za-z0-9]+/g;

/** What a word is compared without: accents, once a letter is taken apart, and the brackets of such as ⑴. */
const UNCOMPARED = /[\u0300-\u036F]|[^\p{L}\p{N}\p{M}\p{Co}]/gu;

const BEYOND_ASCII = /\P{ASCII}/u;

/** The words of a text in order. Letters are compared without case, accents and width. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(BEYOND_ASCII.test(text) ? WORD : PLAIN_WORD)) {
    const [found] = match;
    const word = folded(found);
    if (word !== "") yield { word, start: match.index, end: match.index + found.length };
  }
}

function folded(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word.toLowerCase();
  return word.normalize("NFKD").replaceAll(UNCOMPARED, "").normalize("NFC").toLowerCase();
}

/**
 * The words of a text with a space between any two: what an index takes, so that one that parts at spaces alone finds
 * what every other store finds.
 */
export function indexText(text: string): string {
  if (!BEYOND_ASCII.test(text))
    return text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, " ")
      .trim();
  const words = (text.match(WORD) ?? []).map(folded);
  return words.filter((word) => word !== "").join(" ");
}

/**
 * What a query asks for, all of it: each text between quotes, and each text between spaces, is one term. A path, an
 * identifier or a run of Chinese is thereby a term of several words.
 */
export function queryTerms(query: string): readonly SearchTerm[] {
  const chunks = query.match(/"[^"]*"|[^\s"]+/gu) ?? [];
  return chunks
    .map((chunk) => Array.from(wordsOf(chunk), ({ word }) => word))
    .filter((term) => term.length > 0);
}

const SNIPPET_CHARACTERS = 200;

/** The words around the first place where one of the terms stands in a text, on one line; `…` where it goes on. */
export function snippetAround(text: string, terms: readonly SearchTerm[]): string {
  const place = placeOf(text, terms);
  const start = Math.max(0, place - SNIPPET_CHARACTERS / 4);
  const end = Math.min(text.length, start + SNIPPET_CHARACTERS);
  const words = truncateMiddle(text.slice(start, end), SNIPPET_CHARACTERS)
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${words}${end < text.length ? "…" : ""}`;
}

function placeOf(text: string, terms: readonly SearchTerm[]): number {
  const recent: number[] = [];
  const matched = terms.map(() => 0);
  for (const { word, start } of wordsOf(text)) {
    recent.push(start);
    for (const [index, term] of terms.entries()) {
      const length = matched[index] ?? 0;
      matched[index] = word === term[length] ? length + 1 : Number(word === term[0]);
      if (matched[index] === term.length) return recent.at(-term.length) ?? start;
    }
    if (recent.length > 256) recent.splice(0, 128);
  }
  return 0;
}
