import { proseLines, sentencesOf, shortLine } from "../read/sentences.ts";
import { concludes } from "../read/signs.ts";

const ARROW = " → ";
const QUESTION_CHARACTERS = 100;
const ANSWER_CHARACTERS = 240;
/** A sentence that introduces a list or code. */
const INTRODUCES = /[:：][\s*]*$/u;
/** The characters that are read at each end of a long request. */
const END = 100_000;

/** Renders a request and what the model answered, shortened. */
export function answerLine(question: string, answer: string): string {
  const asked = requestExcerpt(question, QUESTION_CHARACTERS).replaceAll(ARROW, " -> ");
  return (asked + ARROW + answerExcerpt(answer)).trimStart();
}

/** Returns the request of a line of {@link answerLine}. */
export function requestOf(line: string): string {
  return line.split(ARROW, 1)[0] ?? line;
}

/** Shortens an answer to whole sentences: the first, and then those that state a conclusion. */
function answerExcerpt(answer: string): string {
  const sentences = sentencesOf(answer);
  const [first = "", ...rest] = sentences;
  const others = rest.filter((sentence) => !INTRODUCES.test(sentence));
  let left = ANSWER_CHARACTERS - first.length;
  if (left < 0) return shortLine(first, ANSWER_CHARACTERS);
  const chosen = new Set([first]);
  for (const sentence of [...others.filter(concludes), ...others])
    if (!chosen.has(sentence) && sentence.length < left) {
      chosen.add(sentence);
      left -= sentence.length + 1;
    }
  return sentences
    .filter((sentence) => chosen.has(sentence))
    .join(" ")
    .toWellFormed();
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
  const asks = /[?？]["'”’)]*$/u.test(last) && last.length <= maxCharacters / 2;
  if (!asks) return shortLine(whole, maxCharacters);
  const opening = shortLine(whole, maxCharacters - last.length - 1);
  return `${opening} ${last}`.trimStart().toWellFormed();
}
