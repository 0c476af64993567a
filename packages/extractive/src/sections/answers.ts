import { proseLines, sentencesOf, shortLine } from "../read/sentences.ts";

const ARROW = " → ";
const QUESTION_CHARACTERS = 100;
const ANSWER_CHARACTERS = 240;
/** A sentence that introduces a list or code. */
const INTRODUCES = /[:：][\s*]*$/u;
/** Headings, and rows of tables. */
const NO_SENTENCES = /^[^\S\n]*(?:#{1,6}\s|\|).*$/gmu;
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

/** Shortens an answer to the first whole sentences that fit, without headings, tables and what introduces a list. */
function answerExcerpt(answer: string): string {
  const said = sentencesOf(answer.replace(NO_SENTENCES, ""));
  const sentences = said.length === 0 ? sentencesOf(answer) : said;
  let text = "";
  for (const sentence of sentences)
    if (text.length + sentence.length < ANSWER_CHARACTERS && !INTRODUCES.test(sentence))
      text += text === "" ? sentence : ` ${sentence}`;
  return text === "" ? shortLine(sentences[0] ?? "", ANSWER_CHARACTERS) : text.toWellFormed();
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
