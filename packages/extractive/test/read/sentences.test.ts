import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { BLANKS, proseLines, sentencesOf, shortLine } from "../../src/read/sentences.ts";

test("shortens a line between words", () => {
  expect(shortLine("see src/log/fold.ts:120 for it", 30)).toBe("see src/log/fold.ts:120 for it");
  expect(shortLine("see src/log/fold.ts:120 for it", 26)).toBe("see src/log/fold.ts:120 …");
  expect(shortLine("see src/log/fold.ts:120 for it", 16)).toBe("see …");
  expect(shortLine("src/log/fold.ts:120 for it", 10)).toBe("");
});

test("shortens text without blanks between characters", () => {
  expect(shortLine("不要修改测试文件因为它们很重要", 10)).toBe("不要修改测试文件 …");
});

test("a short line is never too long and always well-formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(120), (line, limit) => {
      const short = shortLine(line, limit);
      expect(short.length).toBeLessThanOrEqual(limit);
      expect(short.isWellFormed()).toBe(true);
    }),
    cases(),
  );
});

test("does not split sentences after numbers or inside names", () => {
  const text = "Use v1.2 of a.ts. Then stop! Ja? 不要。好的。\n- [ ] A list item\n## A heading";
  expect(sentencesOf(text)).toEqual([
    "Use v1.2 of a.ts.",
    "Then stop!",
    "Ja?",
    "不要。",
    "好的。",
    "A list item",
    "A heading",
  ]);
});

test("skips fenced code and rules", () => {
  expect(proseLines("a\n```ts\nconst b = 1;\n```\n---\n| --- |\n> c  d")).toEqual(["a", "c d"]);
});

test("blanks are collapsed like any run of white space", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", "\u00a0") }), (text) => {
      expect(text.replace(BLANKS, " ")).toBe(text.replace(/\s+/gu, " "));
    }),
  );
});
