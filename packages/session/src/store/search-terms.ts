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

/** The part of a query that is searched for. Each word is looked up in each entry. */
export const QUERY_LIMIT: { readonly words: number; readonly characters: number } = {
  words: 64,
  characters: 1024,
};

/** Returns the beginning of a query that is searched for: at most 64 words and 1,024 characters. */
export function limitQuery(query: string): string {
  const text = query.trim();
  let end = 0;
  let words = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    const wordEnd = index + word.length;
    if (words === QUERY_LIMIT.words || wordEnd > QUERY_LIMIT.characters) break;
    words += 1;
    end = wordEnd;
  }
  return text.slice(0, end === 0 ? QUERY_LIMIT.characters : end).toWellFormed();
}

/**
 * Splits a query into different terms: quoted texts, and texts between spaces. Uses at most 64 words and 1,024 characters
 * of it.
 *
 * Paths, identifiers and runs of Chinese become terms of several words.
 */
export function queryTerms(query: string): readonly SearchTerm[] {
  const chunks = limitQuery(query).match(/"[^"]*"|[^\s"]+/gu) ?? [];
  const terms = chunks.map((chunk) => Array.from(wordsOf(chunk), ({ word }) => word));
  const different = new Map(terms.map((term) => [term.join(" "), term]));
  return [...different.values()].filter((term) => term.length > 0);
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
