import { expect, test } from "vitest";
import { findingLine, findingOfLine, newestAnswers } from "../../src/sections/answers.ts";

test("renders question and answer, shortened", () => {
  const answer = "It is thing number 100.";
  expect(findingLine({ question: "What is it?", answer, isDone: false })).toBe(
    "What is it? → It is thing number 100.",
  );
  expect(findingLine({ question: "", answer, isDone: true })).toBe("→ It is thing number 100.");
  const question = "What is it that the old harbour → the new harbour sends? ".repeat(4);
  const long = findingLine({ question, answer: answer.repeat(40), isDone: false });
  expect(long.length).toBeLessThanOrEqual(240);
  expect(long.split(" → ")).toHaveLength(2);
});

test("keeps the newest answer to a question", () => {
  const [first, second, third] = [
    { question: "What about 0?", answer: "It is 100.", isDone: false },
    { question: "What about 1?", answer: "It is 101.", isDone: false },
    { question: "what about 0", answer: "Now it is 7.", isDone: false },
  ];
  expect(newestAnswers([first, second, third])).toEqual([third, second]);
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
