import { expect, test } from "vitest";
import { adversarialTexts } from "../src/patterns/adversarial-texts.ts";
import { findPatterns, packageSources } from "../src/patterns/find-patterns.ts";
import { slowText } from "../src/patterns/pattern-growth.ts";

test("finds the literals of a file with their lines", () => {
  const text = "const a = 1;\nconst b = /x+$/gu;\n";
  expect(findPatterns("a.ts", text)).toEqual([{ at: "a.ts:2", source: "x+$", flags: "gu" }]);
});

test.each([
  ["[.,;:]+$", "u"],
  ["<a>([^]*?)<\\/a>", ""],
  ["^(?:\\W*(?:also|so),?\\s+)*(?:why)", "iu"],
])("/%s/%s is slow", (source, flags) => {
  expect(slowText(source, flags)).toMatch(/ns per character/);
});

test("a pattern with exponential time is slow", { tags: ["long"] }, () => {
  expect(slowText("(?:a+)+$", "")).toMatch(/ns per character/);
});

test.each([
  ["(?<![.,;:])[.,;:]+$", "u"],
  ["^(?:(?:\\W*(?:also|so),?\\s)+\\s*)?(?:why)", "iu"],
])("/%s/%s is not slow", (source, flags) => {
  expect(adversarialTexts(source, flags).length).toBeGreaterThan(3);
  expect(slowText(source, flags)).toBeNull();
});

test(
  "no pattern of a package grows steeply in a hostile text of 16,000 characters",
  { tags: ["long"] },
  () => {
    const slow = packageSources()
      .flatMap(({ path, text }) => findPatterns(path, text))
      .filter(({ flags, source }) => slowText(source, flags, 16_000) !== null);
    expect(slow).toEqual([]);
  },
);
