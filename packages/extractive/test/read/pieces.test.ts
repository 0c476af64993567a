import { expect, test } from "vitest";
import { LONGEST_LINE } from "../../src/constants.ts";
import { quotableLines, shortLine, wordsOf } from "../../src/read/sentences.ts";

test("lines of six characters with a word are quoted, without markers and bold headings", () => {
  expect(
    quotableLines("12345\nabcdef\n- - a b c d\n......\n**Bold**\n**Bold** word\n```ts"),
  ).toEqual(["abcdef", "**Bold** word"]);
  expect(quotableLines("  12→const valve = 7;\n# Title of it\n* [x] done  with\tit")).toEqual([
    "const valve = 7;",
    "Title of it",
    "[x] done with it",
  ]);
});

test("a long line is split between sentences, or else at blanks or commas, without loss", () => {
  const sentence = `The pump hums ${"and hums ".repeat(20)}all day.`;
  const three = Array.from({ length: 3 }, () => sentence).join(" ");
  expect(quotableLines(three)).toEqual([sentence, sentence, sentence]);
  const words = "valve ".repeat(200).trim();
  const commas = "valve,".repeat(200);
  for (const text of [words, commas]) {
    const lines = quotableLines(text);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(text === words ? " " : "")).toBe(text);
    for (const line of lines.slice(0, -1)) expect(line.length).toBeGreaterThan(LONGEST_LINE - 10);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(LONGEST_LINE);
  }
  expect(quotableLines("x".repeat(LONGEST_LINE))).toHaveLength(1);
  expect(quotableLines("x".repeat(LONGEST_LINE + 1))).toEqual([]);
});

test("an early sentence end does not leave a short piece", () => {
  const text = `Stop. ${"valve ".repeat(80)}`;
  expect(quotableLines(text)[0]?.length).toBeGreaterThan(LONGEST_LINE - 10);
});

test("JSON is split between fields of up to 80 characters", () => {
  const lines = quotableLines(`{${'"valve": "open", '.repeat(30)}"gate": 1}`);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.slice(0, -1).every((line) => line.endsWith(","))).toBe(true);
  expect(lines.join(" ")).toBe(`{${'"valve": "open", '.repeat(30)}"gate": 1}`);
});

test("of a very long line, the first forty pieces are quoted, and nothing of its end", () => {
  const text = "valve ".repeat(3_000);
  const lines = quotableLines(`${text}theEnd`);
  expect(lines.length).toBeGreaterThanOrEqual(40);
  expect(lines.join(" ").length).toBeLessThanOrEqual(40 * LONGEST_LINE);
  expect(lines.join(" ").length).toBeGreaterThan(39 * LONGEST_LINE);
});

test("a line is shortened at the last blank that leaves room for the mark", () => {
  expect(shortLine("ab cd ef", 7)).toBe("ab cd …");
  expect(shortLine("ab cd ef", 6)).toBe("ab …");
  expect(shortLine("ab cd ef", 8)).toBe("ab cd ef");
  expect(shortLine("日本語の文", 4)).toBe("日本 …");
});

test("words have four letters or digits", () => {
  expect(wordsOf("The Pump, valve-2217 and ab12")).toEqual(["pump", "valve", "2217", "ab12"]);
});
