import { proseLines, sentencesOf, shortLine } from "../read/sentences.ts";
import { isQuestion } from "../read/signs.ts";

const ARROW = " → ";
const QUESTION_CHARACTERS = 100;
const ANSWER_CHARACTERS = 240;
/** A sentence that introduces a list or code. */
const INTRODUCES = /[:：][\s*]*$/u;
/** Headings, and rows of tables. */
const NO_SENTENCES = /^[^\S\n]*(?:#{1,6}\s|\|).*$/gmu;
/** The characters that are read at each end of a long request. */
const END = 100_000;

/** Renders a request and what the model answered, shortened. Empty if the answer only asks, or has tables only. */
export function answerLine(question: string, answer: string): string {
  const excerpt = answerExcerpt(answer);
  return excerpt === "" ? "" : requestLine(question, excerpt);
}

/** Renders a request and the trouble that an answer reports, or else its first sentence. */
export function troubleLine(question: string, trouble: string): string {
  return (
    answerLine(question, trouble) ||
    requestLine(question, shortLine(sentencesOf(trouble)[0] ?? "", ANSWER_CHARACTERS))
  );
}

function requestLine(question: string, answered: string): string {
  const asked = requestExcerpt(question, QUESTION_CHARACTERS).replaceAll(ARROW, " -> ");
  return (asked + ARROW + answered).trimStart();
}

/** Returns the request of a line of {@link answerLine}. */
export function requestOf(line: string): string {
  return line.split(ARROW, 1)[0] ?? line;
}

/** Shortens an answer to the first whole sentences that state something. */
function answerExcerpt(answer: string): string {
  const stated = sentencesOf(answer.replace(NO_SENTENCES, "")).filter(
    (sentence) => !INTRODUCES.test(sentence) && !isQuestion(sentence),
  );
  let text = "";
  for (const sentence of stated)
    if (text.length + sentence.length < ANSWER_CHARACTERS)
      text += text === "" ? sentence : ` ${sentence}`;
  return text === "" ? shortLine(stated[0] ?? "", ANSWER_CHARACTERS) : text.toWellFormed();
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
