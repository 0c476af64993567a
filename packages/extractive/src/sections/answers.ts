import { excerpt, requestExcerpt } from "./excerpt.ts";
import { comparisonKey } from "./sections.ts";

/** A user's question and its answer. The question is empty if an earlier summary left it out. */
export type Finding = {
  readonly question: string;
  readonly answer: string;
  /** Whether the answer reports that the work was finished. */
  readonly isDone: boolean;
};

const ARROW = " → ";
const QUESTION_CHARACTERS = 70;
const ANSWER_CHARACTERS = 160;

/** Renders a finding, shortened. */
export function findingLine({ question, answer }: Finding): string {
  const asked = requestExcerpt(question, QUESTION_CHARACTERS).replaceAll(ARROW, " -> ");
  return (asked + ARROW + excerpt(answer, question, ANSWER_CHARACTERS)).trimStart();
}

/** Parses a line of an earlier summary. Returns `null` if it is not a finding. */
export function findingOfLine(line: string, isDone: boolean): Finding | null {
  if (line.startsWith("`")) return null;
  const text = ` ${line}`;
  const at = text.indexOf(ARROW);
  return at === -1
    ? null
    : { question: text.slice(0, at).trim(), answer: text.slice(at + ARROW.length), isDone };
}

/** Returns the newest answer to each question, oldest question first. */
export function newestAnswers(findings: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ question, answer }: Finding): string => comparisonKey(question || answer);
  return [...new Map(findings.map((each) => [keyOf(each), each])).values()];
}
