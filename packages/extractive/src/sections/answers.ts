import { proseLines, sentencesOf, shortLine } from "../read/sentences.ts";
import { isQuestion } from "../read/signs.ts";

const ARROW = " → ";
const ANSWER_CHARACTERS = 240;
/** The characters that are read at each end of a long request. */
const END = 100_000;
/** A sentence that introduces something, or is a single word or mark, as in `Done.` */
const NO_STATEMENT = /[:：][\s*]*$|^\P{L}*\p{Script=Latin}*\P{L}*$/u;

/** Renders a request and the sentence of its answer that says how it ended, if that states something. */
export function requestLine(asked: string, outcome: string | null): string {
  const request = asked.replaceAll(ARROW, " -> ");
  if (outcome === null || NO_STATEMENT.test(outcome)) return request;
  const isTorn = outcome.split("**").length % 2 === 0;
  const stated = shortLine(isTorn ? outcome.replaceAll("**", "") : outcome, ANSWER_CHARACTERS);
  return (request + ARROW + stated.trim()).trimStart();
}

/** Returns the request of a line of {@link requestLine}. */
export function requestOf(line: string): string {
  return line.split(ARROW, 1)[0] ?? line;
}

/**
 * Shortens a request to its beginning and the question that it ends with. Users often paste a long text and ask about
 * it at the end.
 */
export function requestExcerpt(text: string, maxCharacters: number): string {
  const ends = text.length > 2 * END ? `${text.slice(0, END)}\n${text.slice(-END)}` : text;
  const whole = proseLines(ends).join(" ");
  if (whole.length <= maxCharacters) return whole.toWellFormed();
  const last = sentencesOf(ends).at(-1) ?? "";
  if (!isQuestion(last) || last.length > maxCharacters / 2) return shortLine(whole, maxCharacters);
  const opening = shortLine(whole, maxCharacters - last.length - 1);
  return `${opening} ${last}`.trimStart().toWellFormed();
}
