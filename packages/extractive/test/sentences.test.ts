import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { proseLines, sentencesOf, shortLine } from "../src/sentences.ts";

test("a line is shortened between words", () => {
  expect(shortLine("see src/log/fold.ts:120 for it", 30)).toBe("see src/log/fold.ts:120 for it");
  expect(shortLine("see src/log/fold.ts:120 for it", 26)).toBe("see src/log/fold.ts:120 …");
  expect(shortLine("see src/log/fold.ts:120 for it", 16)).toBe("see …");
  expect(shortLine("src/log/fold.ts:120 for it", 10)).toBe("");
});

test("writing without blanks is shortened between signs", () => {
  expect(shortLine("不要修改测试文件因为它们很重要", 10)).toBe("不要修改测试文件 …");
});

test("never longer than asked, always well-formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(120), (line, limit) => {
      const short = shortLine(line, limit);
      expect(short.length).toBeLessThanOrEqual(limit);
      expect(short.isWellFormed()).toBe(true);
    }),
    cases(),
  );
});

test("sentences end where one does, not after a number or inside a name", () => {
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

test("fenced code and rules are no prose", () => {
  expect(proseLines("a\n```ts\nconst b = 1;\n```\n---\n| --- |\n> c  d")).toEqual(["a", "c d"]);
});
