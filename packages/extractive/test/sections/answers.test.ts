import { expect, test } from "vitest";
import { answerLine, requestExcerpt, requestOf, troubleLine } from "../../src/sections/answers.ts";
import { deduplicate } from "../../src/sections/sections.ts";

test("renders question and answer, shortened", () => {
  const answer = "It is thing number 100.";
  expect(answerLine("What is it?", answer)).toBe("What is it? → It is thing number 100.");
  expect(answerLine("", answer)).toBe("→ It is thing number 100.");
  const question = "What is it that the old harbour → the new harbour sends? ".repeat(4);
  const long = answerLine(question, answer.repeat(40));
  expect(long.length).toBeLessThanOrEqual(350);
  expect(long.split(" → ")).toHaveLength(2);
});

test("an answer is shortened to the first whole sentences that fit, without what introduces a list", () => {
  const long = `The pump ${"hums and ".repeat(40)}stops.`;
  const answer = `I looked at the gate. ${long} Its fuse was missing. These are left:\n- The lamp is new.`;
  expect(answerLine("Why?", answer)).toBe(
    "Why? → I looked at the gate. Its fuse was missing. The lamp is new.",
  );
  expect(answerLine("Why?", long)).toMatch(/^Why\? → The pump hums and .* …$/u);
});

test("an answer has no headings, tables and questions", () => {
  const table = "| fuse | state |\n|---|---|\n| F1 | gone |";
  const answer = `## Cause\n\n${table}\n\nIts fuse was missing. Is that all?`;
  expect(answerLine("Why?", answer)).toBe("Why? → Its fuse was missing.");
  expect(answerLine("Yes.", `${table}\n\nIs that all?`)).toBe("");
  expect(troubleLine("Drop it.", "Shall I go ahead?")).toBe("Drop it. → Shall I go ahead?");
});

test("keeps the newest answer to a question", () => {
  const lines = ["What about 0? → It is 100.", "What about 1? → 7", "what about 0 → Now it is 7."];
  expect(deduplicate(lines, requestOf)).toEqual([lines[1], lines[2]]);
});

test("a request is shortened to its beginning and the question at its end, however long it is", () => {
  for (const length of [1_000, 1_000_000]) {
    const pasted = "The build reads every file once. ".repeat(length / 33);
    const text = `Look at this log: ${pasted}\nWhich file is read twice?`;
    const excerpt = requestExcerpt(text, 100);
    expect(excerpt.length).toBeLessThanOrEqual(100);
    expect(excerpt).toMatch(/^Look at this log: The build .* … Which file is read twice\?$/u);
  }
});

test("a request that ends with no question is cut at its end; a question that fills it stays alone", () => {
  expect(requestExcerpt(`Please fix it. ${"And test it. ".repeat(20)}`, 40)).toBe(
    "Please fix it. And test it. And test …",
  );
  const question = "Is it the oneAndOnlyNameThatFills?";
  expect(requestExcerpt(`${"x".repeat(90)} ends. ${question}`, 70)).toBe(question);
});

test("a request stays whole if it fits, and its question if that takes half of the room", () => {
  const question = "Is it the oneAndOnlyNameThatFills?";
  const whole = `Look at it. ${question}`;
  expect(requestExcerpt(whole, whole.length)).toBe(whole);
  const short = "Look at it again, all of it. Is it new?";
  expect(requestExcerpt(short, short.length)).toBe(short);
  const long = `${"Look at it. ".repeat(9)}${question}`;
  expect(requestExcerpt(long, 2 * question.length)).toMatch(
    /^Look at it\. .* … Is it the one\S+\?$/u,
  );
  expect(requestExcerpt(long, 2 * question.length - 2)).not.toContain("Is it");
  for (let most = 0; most <= long.length; most += 1)
    expect(requestExcerpt(long, most).length).toBeLessThanOrEqual(most);
});

test("an answer takes 240 characters at most", () => {
  const sentence = (length: number): string => `The ${"pump".padEnd(length - 5, "p")}.`;
  const excerpt = (...lengths: readonly number[]): number =>
    answerLine("Why?", lengths.map(sentence).join(" ")).length - "Why? → ".length;
  expect(excerpt(100, 139)).toBe(240);
  expect(excerpt(100, 140)).toBe(100);
  expect(excerpt(100, 140, 90)).toBe(191);
});
