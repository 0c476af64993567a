/** A normalized word and its position in a text, in UTF-16 units. */
export type Word = { readonly word: string; readonly start: number; readonly end: number };

/** Words that must be adjacent, in this order. */
export type SearchTerm = readonly string[];

/**
 * Matches runs of letters, digits and marks. In scripts without spaces, each character is a word.
 *
 * A query in such a script becomes a term of several words, so that it is found within a longer run.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]\p{M}*|[[\p{L}\p{N}\p{M}\p{Co}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]]+/gv;

const PLAIN_WORD = /[A-Za-z0-9]+/g;

/** Characters ignored after NFKD: accents, and the brackets of characters such as ⑴. */
const IGNORED = /[\u0300-\u036F]|[^\p{L}\p{N}\p{M}\p{Co}]/gu;

const BEYOND_ASCII = /\P{ASCII}/u;

/** Yields the words of a text in order, without case, accents and width. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(BEYOND_ASCII.test(text) ? WORD : PLAIN_WORD)) {
    const [found] = match;
    const word = normalizeWord(found);
    if (word !== "") yield { word, start: match.index, end: match.index + found.length };
  }
}

function normalizeWord(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word.toLowerCase();
  return word.normalize("NFKD").replaceAll(IGNORED, "").normalize("NFC").toLowerCase();
}

/** Returns the normalized words of a text, joined by spaces. Pass it to an index that splits at spaces. */
export function indexText(text: string): string {
  if (!BEYOND_ASCII.test(text))
    return text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, " ")
      .trim();
  const words = (text.match(WORD) ?? []).map(normalizeWord);
  return words.filter((word) => word !== "").join(" ");
}

/**
 * Splits a query into terms: quoted texts, and texts between spaces.
 *
 * Paths, identifiers and runs of Chinese become terms of several words.
 */
export function queryTerms(query: string): readonly SearchTerm[] {
  const chunks = query.match(/"[^"]*"|[^\s"]+/gu) ?? [];
  return chunks
    .map((chunk) => Array.from(wordsOf(chunk), ({ word }) => word))
    .filter((term) => term.length > 0);
}

const SNIPPET_CHARACTERS = 200;

/** Returns one line of text around the first match of a term; `…` marks omitted text. */
export function snippetAround(text: string, terms: readonly SearchTerm[]): string {
  const match = findMatch(text, terms);
  const start = Math.max(0, match - SNIPPET_CHARACTERS / 4);
  const end = Math.min(text.length, start + SNIPPET_CHARACTERS);
  const words = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${words}${end < text.length ? "…" : ""}`;
}

function findMatch(text: string, terms: readonly SearchTerm[]): number {
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
