import type { TokenBudget } from "@cutpoint/core/kit";
import { excerpt, requestExcerpt } from "./excerpt.ts";
import { keyOf } from "./sections.ts";
import { wordsOf } from "./sentences.ts";

/**
 * A question (or a request) of a person, and what came of it, both in full. An earlier summary may have left the question
 * out (`""`) because its answer says what was asked.
 */
export type Finding = { readonly question: string; readonly answer: string };

const ARROW = " → ";

/**
 * How long question and answer may be, in characters, from roomy to terse; `bare` leaves out a question that its answer
 * repeats, to the benefit of the answer.
 */
const FORMS: readonly Form[] = [
  { question: 200, answer: 500, bare: false },
  { question: 140, answer: 300, bare: false },
  { question: 110, answer: 180, bare: false },
  { question: 70, answer: 160, bare: true },
  { question: 50, answer: 110, bare: true },
];

type Form = { readonly question: number; readonly answer: number; readonly bare: boolean };

/** Findings are told at length as long as they take no more than this share of their room. */
const COMFORT = 0.2;
/** The share of a question's words that its answer repeats where it says what was asked. */
const REPEATED = 0.4;

function findingLine({ question, answer }: Finding, form: Form): string {
  const alone = excerpt(answer, question, form.question + form.answer);
  if (question === "" || (form.bare && repeats(alone, question))) return ARROW.trimStart() + alone;
  const asked = requestExcerpt(question, form.question).replaceAll(ARROW, " -> ");
  return asked + ARROW + excerpt(answer, question, form.answer);
}

function repeats(answer: string, question: string): boolean {
  const words = new Set(wordsOf(question));
  const said = answer.toLowerCase();
  return [...words].filter((word) => said.includes(word)).length >= words.size * REPEATED;
}

/** The finding that a line of an earlier summary tells; `null` where it tells none. */
export function findingOfLine(line: string): Finding | null {
  if (line.startsWith("`")) return null;
  const text = ` ${line}`;
  const at = text.indexOf(ARROW);
  return at === -1
    ? null
    : { question: text.slice(0, at).trim(), answer: text.slice(at + ARROW.length) };
}

/**
 * Findings as lines, oldest first, as many as there is room for: all of them shortened alike before one is dropped, and
 * then those in the middle first. Of findings with the same question the newest stays.
 */
export function findingLines(findings: readonly Finding[], budget: TokenBudget): readonly string[] {
  const distinct = [
    ...new Map(findings.map((each) => [keyOf(each.question || each.answer), each])).values(),
  ];
  let lines: readonly string[] = [];
  for (const form of FORMS) {
    lines = distinct.map((each) => findingLine(each, form));
    const characters = lines.reduce((sum, line) => sum + line.length + 8, 0);
    if (characters / 3.5 <= budget.left() * COMFORT) break;
  }
  return newestAndOldest(lines, budget);
}

/** As many lines as there is room for, two of the newest for each of the oldest, in their order. */
function newestAndOldest(lines: readonly string[], budget: TokenBudget): readonly string[] {
  const chosen = new Set<number>();
  let oldest = 0;
  let newest = lines.length - 1;
  for (let turn = 0; oldest <= newest; turn += 1) {
    const place = turn % 3 === 2 ? oldest++ : newest--;
    if (!budget.take(`- [x] ${lines[place]}`)) break;
    chosen.add(place);
  }
  return lines.filter((_, place) => chosen.has(place));
}
