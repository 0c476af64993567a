import { array, assert, integer, pre, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/intake/outline.ts";
import { previewOf } from "../../src/intake/preview.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";

const estimator = createEstimator();
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

function preview(text: string, options: Partial<Parameters<typeof previewOf>[1]> = {}): string {
  return previewOf(text, {
    callId: "call-1",
    written: "{}",
    tokens: estimator.estimateText(text),
    maxTokens: 600,
    canRecall: true,
    estimator,
    ...options,
  });
}

const prose = lines(2_000, (at) =>
  at % 100 === 0 ? `## Part ${at}` : `Words of line ${at} of it.`,
);

describe("a preview", () => {
  test("has the head, the tail, and an outline with the positions of headings", () => {
    const shown = preview(prose);
    expect(shown).toContain("## Part 0\nWords of line 1 of it.");
    expect(shown.endsWith("Words of line 1999 of it.")).toBe(true);
    expect(shown).not.toContain("Words of line 1000 of it.");
    const [, at = "0"] = /^(\d+): ## Part 1000$/mu.exec(shown) ?? [];
    expect(prose.slice(Number(at))).toMatch(/^## Part 1000\n/u);
  });

  test("names the range that recall returns, if the model has the tool", () => {
    const [, from = "0"] = /"result": "call-1", "from": (\d+) \}/u.exec(preview(prose)) ?? [];
    const [head = ""] = preview(prose).split("\n[outline]");
    expect(head.endsWith(prose.slice(0, Number(from)).trimEnd())).toBe(true);
    expect(preview(prose, { canRecall: false })).not.toContain("recall");
  });

  test("takes at most its tokens, for any text", () => {
    const words = string({ unit: "grapheme", minLength: 0, maxLength: 60 });
    assert(
      property(
        array(words, { minLength: 1, maxLength: 80 }),
        integer({ min: 200, max: 900 }),
        (parts, maxTokens) => {
          const text = parts.join("\n").repeat(40);
          pre(estimator.estimateText(text) > maxTokens);
          const shown = preview(text, { maxTokens });
          expect(estimator.estimateText(shown)).toBeLessThanOrEqual(maxTokens);
          expect(shown.isWellFormed()).toBe(true);
          expect(preview(text, { maxTokens })).toBe(shown);
        },
      ),
      { seed: 51, numRuns: 60 },
    );
  });
});

describe("an outline", () => {
  const outline = (text: string, written: object = {}): readonly string[] =>
    outlineOf(text, { from: 100, to: text.length - 100, written: JSON.stringify(written) });

  test("lists the keys and the lengths of JSON", () => {
    const items = Array.from({ length: 90 }, (_, id) => ({
      id,
      owner: { name: "kim" },
      tags: [1, 2],
    }));
    expect(outline(JSON.stringify({ total: 90, next: null, items, page: { size: 90 } }))).toEqual([
      "JSON: { total, next, items, page }",
      ".total: 90",
      ".next: null",
      ".items: list of 90",
      ".page: { size }",
      ".items[0]: { id: 0, owner: object of 1 keys, tags: list of 2 }",
      ".page.size: 90",
    ]);
  });

  test("counts the levels of a log, and shows errors and repeated lines", () => {
    const log = lines(
      300,
      (at) => `2026-01-02T03:04:05 ${at === 150 ? "ERROR no space" : `INFO took ${at} ms`}`,
    );
    const [first, error, repeated] = outline(log);
    expect(first).toMatch(/^A log: \d+ more lines\. \d+ info, 1 error$/u);
    expect(error).toMatch(/^\d+: 2026-01-02T03:04:05 ERROR no space$/u);
    expect(repeated).toMatch(/^\d+ times: #-#-#T#:#:# INFO took # ms$/u);
  });

  test("counts the changes of a diff by file", () => {
    const file = (at: number): string =>
      `--- a/${at}.ts\n+++ b/${at}.ts\n@@ -1 +1,2 @@\n-old\n+new\n+more`;
    const [first, ...files] = outline(lines(20, file));
    expect(first).toMatch(/^A diff: \d+ more files, \d+ lines added, \d+ removed$/u);
    expect(files[3]).toMatch(/^\d+: b\/\d+\.ts \+2 -1$/u);
  });

  test("names the columns of a table", () => {
    const table = `id,name,city\n${lines(200, (at) => `${at},n${at},c`)}`;
    expect(outline(table)).toEqual([
      expect.stringMatching(/^A table: \d+ more rows\. Its columns: id,name,city$/u),
    ]);
  });

  test("counts the hits of a search by file", () => {
    const hits = lines(100, (at) => `src/${at % 4 === 0 ? "a" : "b"}.ts:${at}: port`);
    const [first, most] = outline(hits);
    expect(first).toMatch(/^\d+ hits in 2 files$/u);
    expect(most).toMatch(/^\d+ in src\/b\.ts$/u);
  });

  test("shows the lines that match the query of the call, unless most do", () => {
    const found = outline(prose, { query: "Line 1234 of", path: "words" });
    expect(found.slice(0, 3)).not.toContain(expect.stringContaining("match the query"));
    const rare = outline(prose, { pattern: "1234" });
    expect(rare[1]).toBe("1 lines match the query:");
    expect(rare[2]).toMatch(/^\d+: Words of line 1234 of it\.$/u);
  });

  test("lists the declarations of code", () => {
    const code = lines(90, (at) =>
      at % 30 === 15 ? `export function run${at}(): void {` : "  step();",
    );
    expect(outline(code).slice(1)).toEqual([
      expect.stringMatching(/^\d+: export function run15\(\): void \{$/u),
      expect.stringMatching(/run45/u),
      expect.stringMatching(/run75/u),
    ]);
  });
});
