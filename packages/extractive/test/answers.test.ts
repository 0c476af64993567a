import { createCharacterEstimator } from "@cutpoint/core";
import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { createTokenBudget } from "../../core/src/digest/token-budget.ts";
import { type Finding, findingLines, findingOfLine } from "../src/answers.ts";

const estimator = createCharacterEstimator();
const findings = Array.from({ length: 30 }, (_, index) => ({
  question: `What about ${index}?`,
  answer: `It is thing number ${index + 100}.`,
  isDone: false,
}));

function lines(of: readonly Finding[], tokens: number): readonly string[] {
  const taken = runAtOnce(findingLines(of, createTokenBudget(tokens, estimator)));
  return taken.map(({ text }) => text);
}

test("renders all findings in order if they fit", () => {
  expect(lines(findings.slice(0, 2), 1_000)).toEqual([
    "What about 0? → It is thing number 100.",
    "What about 1? → It is thing number 101.",
  ]);
});

test("renders two of the newest findings for each of the oldest if they do not fit", () => {
  const numbers = lines(findings, 120).map((line) => Number(/(\d+)\.$/u.exec(line)?.[1]) - 100);
  expect(numbers.length).toBeGreaterThanOrEqual(6);
  expect(numbers).toContain(0);
  expect(numbers).toContain(29);
  const newest = numbers.filter((number) => number >= 15);
  expect(newest.length).toBeGreaterThan(numbers.length / 2);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test("keeps the newest answer to a question", () => {
  const twice = [
    ...findings.slice(0, 2),
    { question: "what about 0", answer: "Now it is 7.", isDone: false },
  ];
  expect(lines(twice, 1_000)).toEqual([
    "what about 0 → Now it is 7.",
    "What about 1? → It is thing number 101.",
  ]);
});

test("parses a finding, but not a command", () => {
  expect(findingOfLine("Who? → Me → really.", true)).toEqual({
    question: "Who?",
    answer: "Me → really.",
    isDone: true,
  });
  expect(findingOfLine("→ It is 7.", false)).toEqual({
    question: "",
    answer: "It is 7.",
    isDone: false,
  });
  expect(findingOfLine("`make` → exit 0", true)).toBeNull();
  expect(findingOfLine("Just done.", true)).toBeNull();
});
