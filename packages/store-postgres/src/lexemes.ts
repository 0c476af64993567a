import { indexText, type SearchTerm } from "@cutpoint/session/store";

/** A lexeme has at most 2,046 bytes, and a character of a word at most 4. */
const MAX_WORD_CHARACTERS = 250;

/** A vector has at most 1 MiB of lexemes; half of that leaves room for what the server adds. In bytes. */
const MAX_VECTOR_BYTES = 512 * 1024;

/** Two states that no word is: all entries of a session, and those with more words than a vector takes. */
const inSession = (session: string): string => `/${session}`;
const beyondIndex = (session: string): string => `/${session}+`;

/**
 * What the index holds of a text: each of its words once. Where a word stands is not kept: whoever finds an entry by
 * its words compares the text.
 */
export function lexemesOf(session: string, text: string): readonly string[] {
  const words = new Set(indexText(text).split(" ").filter(Boolean).map(lexemeOf));
  let bytes = 0;
  for (const word of words) bytes += Buffer.byteLength(word);
  return bytes > MAX_VECTOR_BYTES ? [beyondIndex(session)] : [inSession(session), ...words];
}

/** A `tsquery` for the entries of a session that may hold all terms. */
export function candidatesQuery(session: string, terms: readonly SearchTerm[]): string {
  const words = [...new Set(terms.flat())].map(lexemeOf);
  const all = [inSession(session), ...words].map((lexeme) => `'${lexeme}'`).join(" & ");
  return `(${all}) | '${beyondIndex(session)}'`;
}

/** Whether a text holds every term. */
export function holdsTerms(text: string, terms: readonly SearchTerm[]): boolean {
  const words = ` ${indexText(text)} `;
  return terms.every((term) => words.includes(` ${term.join(" ")} `));
}

/** A word, or the beginning of a long one. */
function lexemeOf(word: string): string {
  return word.slice(0, MAX_WORD_CHARACTERS).toWellFormed();
}
