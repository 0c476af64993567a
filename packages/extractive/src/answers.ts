import type { TokenBudget } from "@cutpoint/core/kit";
import { excerpt, requestExcerpt } from "./excerpt.ts";
import { comparisonKey } from "./sections.ts";
import { wordsOf } from "./sentences.ts";

/** A user's question and its answer. The question is empty if an earlier summary left it out. */
export type Finding = {
  readonly question: string;
  readonly answer: string;
  /** Whether the answer reports that the work was finished. */
  readonly isDone: boolean;
};

/** A finding as it is rendered. */
export type FindingLine = { readonly text: string; readonly isDone: boolean };

const ARROW = " → ";

/** Maximum characters of question and answer, longest form first. `bare` omits a question that its answer repeats. */
const FORMS: readonly Form[] = [
  { question: 200, answer: 500, bare: false },
  { question: 140, answer: 300, bare: false },
  { question: 110, answer: 180, bare: false },
  { question: 70, answer: 160, bare: true },
  { question: 50, answer: 110, bare: true },
];

type Form = { readonly question: number; readonly answer: number; readonly bare: boolean };

/** A form is used if all findings in it take at most this share of the budget. */
const COMFORTABLE_SHARE = 0.2;
/** An answer repeats a question if it contains this share of the question's words. */
const REPEATED_SHARE = 0.4;

function findingLine({ question, answer }: Finding, form: Form): string {
  const alone = excerpt(answer, question, form.question + form.answer);
  if (question === "" || (form.bare && repeats(alone, question))) return ARROW.trimStart() + alone;
  const asked = requestExcerpt(question, form.question).replaceAll(ARROW, " -> ");
  return asked + ARROW + excerpt(answer, question, form.answer);
}

function repeats(answer: string, question: string): boolean {
  const words = new Set(wordsOf(question));
  if (words.size === 0) return false;
  const text = answer.toLowerCase();
  return [...words].filter((word) => text.includes(word)).length >= words.size * REPEATED_SHARE;
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

/**
 * Renders as many findings as fit, oldest first. All are shortened alike before one is dropped. Findings in the middle
 * are dropped first. Of two equal questions the newer one stays.
 */
export function findingLines(
  findings: readonly Finding[],
  budget: TokenBudget,
): readonly FindingLine[] {
  const distinct = [
    ...new Map(
      findings.map((each) => [comparisonKey(each.question || each.answer), each]),
    ).values(),
  ];
  let lines: readonly FindingLine[] = [];
  for (const form of FORMS) {
    lines = distinct.map((each) => ({ text: findingLine(each, form), isDone: each.isDone }));
    const characters = lines.reduce((sum, { text }) => sum + text.length + 8, 0);
    if (characters / 3.5 <= budget.left() * COMFORTABLE_SHARE) break;
  }
  return newestAndOldest(lines, budget);
}

/** Selects two of the newest lines for each of the oldest. */
function newestAndOldest(
  lines: readonly FindingLine[],
  budget: TokenBudget,
): readonly FindingLine[] {
  const chosen = new Set<number>();
  let oldest = 0;
  let newest = lines.length - 1;
  for (let turn = 0; oldest <= newest; turn += 1) {
    const place = turn % 3 === 2 ? oldest++ : newest--;
    if (!budget.take(`- [x] ${lines[place]?.text}`)) break;
    chosen.add(place);
  }
  return lines.filter((_, place) => chosen.has(place));
}
