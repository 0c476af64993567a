import { indexText, type SearchTerm } from "@cutpoint/session/store";

/** A lexeme has at most 2,046 bytes, and a character at most 4. */
const MAX_WORD_CHARACTERS = 250;

/** A `tsvector` has at most 1 MiB of lexemes. Half of it leaves room for the server's own data. In bytes. */
const MAX_VECTOR_BYTES = 512 * 1024;

/**
 * Lexemes that cannot be words: one for all entries of a session, one for entries with too many words for a `tsvector`.
 */
const sessionLexeme = (session: string): string => `/${session}`;
const overflowLexeme = (session: string): string => `/${session}+`;

/**
 * Returns the indexed lexemes of a text: each word once.
 *
 * Positions are not stored. The search compares the text of each candidate.
 */
export function lexemesOf(session: string, text: string): readonly string[] {
  const words = new Set(indexText(text).split(" ").filter(Boolean).map(lexemeOf));
  let bytes = 0;
  for (const word of words) bytes += Buffer.byteLength(word);
  return bytes > MAX_VECTOR_BYTES ? [overflowLexeme(session)] : [sessionLexeme(session), ...words];
}

/** Returns a `tsquery` for the entries of a session that may contain all terms. */
export function candidatesQuery(session: string, terms: readonly SearchTerm[]): string {
  const words = [...new Set(terms.flat())].map(lexemeOf);
  const all = [sessionLexeme(session), ...words].map((lexeme) => `'${lexeme}'`).join(" & ");
  return `(${all}) | '${overflowLexeme(session)}'`;
}

/** Returns whether a text contains every term. */
export function holdsTerms(text: string, terms: readonly SearchTerm[]): boolean {
  const words = ` ${indexText(text)} `;
  return terms.every((term) => words.includes(` ${term.join(" ")} `));
}

/** Returns a word, or the beginning of a long one. */
function lexemeOf(word: string): string {
  return word.slice(0, MAX_WORD_CHARACTERS).toWellFormed();
}
