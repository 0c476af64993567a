import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../tooling/laws/src/cases.ts";
import { createTextIndex } from "../src/reading/text-index.ts";

test("finds a phrase only at word boundaries", () => {
  const index = createTextIndex("xsrc/hull.ts src/hull.tsx my-src/hull.ts (src/hull.ts)");
  expect(index.find("src/hull.ts")).toEqual([29, 42]);
  expect(index.has("hull")).toBe(true);
  expect(index.has("hul")).toBe(false);
  expect(index.has("/")).toBe(false);
});

test("a frequent first word does not hide the word boundary before it", () => {
  expect(createTextIndex("dry-dock xsrc/hull src src").find("src/hull")).toEqual([]);
});

test("finds the same offsets as a search in the whole text", () => {
  const letter = fc.constantFrom("a", "é", "_", ".", " ");
  const text = fc.string({ unit: letter, maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(59), fc.integer({ min: 1, max: 5 }), (whole, start, length) => {
      const phrase = whole.slice(start, start + length);
      fc.pre(/[\p{L}_]/u.test(phrase));
      const escaped = phrase.replaceAll(".", String.raw`\.`);
      const first = /^[\p{L}_]/u.test(phrase) ? String.raw`(?<![\p{L}_])` : "";
      const last = /[\p{L}_]$/u.test(phrase) ? String.raw`(?![\p{L}_])` : "";
      const pattern = new RegExp(`(?=(${first}${escaped}${last}))`, "gu");
      const expected = [...whole.matchAll(pattern)].map(({ index }) => index);
      expect(createTextIndex(whole).find(phrase)).toEqual(expected);
    }),
    cases(1000),
  );
});

test("each offset has its line, and each line its length", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 8 }).map((line) => line.replaceAll("\n", ""))),
      (lines) => {
        const index = createTextIndex(lines.join("\n"));
        let offset = 0;
        for (const [number, line] of lines.entries()) {
          expect(index.lineAt(offset)).toBe(number);
          expect(index.lineLength(number)).toBe(line.length);
          offset += line.length + 1;
        }
      },
    ),
    cases(),
  );
});
