import type { Steps, TokenBudget } from "@cutpoint/core/kit";
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
];
const SHORTEST_FORM: Form = { question: 50, answer: 110, bare: true };

type Form = { readonly question: number; readonly answer: number; readonly bare: boolean };

/** A form is used if all findings in it take at most this share of the budget. */
const COMFORTABLE_SHARE = 0.2;
/** An answer repeats a question if it contains this share of the question's words. */
const REPEATED_SHARE = 0.4;

function findingLine({ question, answer }: Finding, form: Form): string {
  if (question === "" || form.bare) {
    const alone = excerpt(answer, question, form.question + form.answer);
    if (question === "" || repeats(alone, question)) return ARROW.trimStart() + alone;
  }
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
 * are dropped first: two of the newest are taken for each of the oldest. Of two equal questions the newer one stays.
 */
export function* findingLines(
  findings: readonly Finding[],
  budget: TokenBudget,
): Steps<readonly FindingLine[]> {
  const byKey = new Map(
    findings.map((each) => [comparisonKey(each.question || each.answer), each]),
  );
  const distinct = [...byKey.values()];
  const form = yield* comfortableForm(distinct, budget.left() * COMFORTABLE_SHARE);
  const first: FindingLine[] = [];
  const last: FindingLine[] = [];
  for (let turn = 0; first.length + last.length < distinct.length; turn += 1) {
    yield;
    const isOldest = turn % 3 === 2;
    const finding = distinct.at(isOldest ? first.length : -1 - last.length) as Finding;
    const text = findingLine(finding, form);
    if (!budget.take(`- [x] ${text}`)) break;
    (isOldest ? first : last).push({ text, isDone: finding.isDone });
  }
  return [...first, ...last.toReversed()];
}

/** Returns the longest form in which all findings take at most `maxTokens`, or else the shortest. */
function* comfortableForm(findings: readonly Finding[], maxTokens: number): Steps<Form> {
  for (const form of FORMS) {
    let characters = 0;
    for (const each of findings) {
      yield;
      characters += findingLine(each, form).length + 8;
      if (characters / 3.5 > maxTokens) break;
    }
    if (characters / 3.5 <= maxTokens) return form;
  }
  return SHORTEST_FORM;
}
