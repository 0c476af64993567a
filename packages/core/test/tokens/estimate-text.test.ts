import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepCounts } from "../../../../tooling/fit-estimator/src/observe.ts";
import { createAutomaton } from "../../src/tokens/automaton.ts";
import { CELL_COSTS, PAIR_COSTS, PAIR_STEP, UNIT } from "../../src/tokens/cost-table.ts";
import { estimateText } from "../../src/tokens/estimate-text.ts";
import { cases } from "../../../../tooling/laws/src/cases.ts";

/** What a text's beginning may change in the estimate of what follows, in tokens. */
const SLACK = 32;

const run = fc
  .tuple(
    fc.constantFrom(
      "a",
      "Q",
      " ",
      "\n",
      "\t",
      "=",
      "的",
      "é",
      "😀",
      "\ud83d",
      "\udc00",
      "7",
      "─",
      "\0",
    ),
    fc.integer({ min: 1, max: 400 }),
  )
  .map(([character, count]) => character.repeat(count));
const word = fc.constantFrom(
  "the",
  " quick",
  "Brown",
  "HTTPServer",
  "fox_",
  "({",
  "});\n",
  "  ",
  "12",
  "naïve",
  "Привет",
  "東京",
);
const anyText = fc
  .array(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), word, run), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

/** The costs of the cells, then of the pairs, in parts of a token. */
const COSTS: readonly number[] = [
  ...Array.from(CELL_COSTS, (letter) => {
    const code = letter.charCodeAt(0) - 35;
    return code < 16 ? code : (code - 14) * 8;
  }),
  ...Array.from(PAIR_COSTS, (letter) => (letter.charCodeAt(0) - 65) * PAIR_STEP),
];

const automaton = createAutomaton();

function costOfSteps(text: string): number {
  let cost = 0;
  for (const [place, count] of stepCounts(text, automaton).entries())
    cost += count * (COSTS[place] ?? Number.NaN);
  return text === "" ? 0 : Math.max(1, Math.ceil(cost / UNIT));
}

describe("properties", () => {
  test("the costs of all steps of the automaton, however long a text is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(estimateText(text)).toBe(costOfSteps(text));
      }),
    );
    const unit = `the quickest HTTPServer == naïve 12345 東京 \n\n    };  /usr/lib don't ${"-".repeat(30)} ${"a".repeat(40)} `;
    for (let shift = 0; shift < unit.length; shift += 1) {
      const text = unit.repeat(120).slice(shift);
      expect(estimateText(text)).toBe(costOfSteps(text));
    }
  });

  test("a whole number of at least 0, the same each time; 0 for the empty text alone", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = estimateText(text);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBe(estimateText(text));
        expect(tokens > 0).toBe(text !== "");
      }),
    );
  });

  test("appended text never lowers the estimate", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        expect(estimateText(text + more)).toBeGreaterThanOrEqual(estimateText(text));
      }),
      cases(500),
    );
  });

  test(`two texts together cost as much as both, within ${SLACK} tokens`, () => {
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        const apart = estimateText(text) + estimateText(more);
        expect(Math.abs(estimateText(text + more) - apart)).toBeLessThanOrEqual(SLACK);
      }),
      cases(500),
    );
  });

  test("never more than four tokens a UTF-16 unit", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(estimateText(text)).toBeLessThanOrEqual(4 * text.length);
      }),
    );
  });
});

describe("hostile input", () => {
  // What o200k_base counts for a million UTF-16 units, measured on a shorter run and scaled.
  test.each([
    ["one letter", "a", 125_000],
    ["spaces", " ", 7_813],
    ["line ends", "\n", 62_500],
    ["equals signs", "=", 15_625],
    ["one Han character", "的", 1_000_000],
    ["emoji", "😀", 500_000],
    ["lone high surrogates", "\ud83d", 125_000],
    ["lone low surrogates", "\udc00", 125_000],
    ["box lines", "─", 62_500],
  ])("a megabyte of %s: within 0.8 and 3 times the exact count", (_, unit, exact) => {
    const tokens = estimateText(unit.repeat(1_000_000 / unit.length));
    expect(tokens / exact).toBeGreaterThan(0.8);
    expect(tokens / exact).toBeLessThan(3);
  });
});

describe("known texts", () => {
  test.each([
    ["The quick brown fox jumps over the lazy dog.", 10],
    ["I don't think we're in Kansas anymore, are we?", 11],
    ["for (let index = 0; index < items.length; index++) {\n  total += items[index];\n}\n", 23],
    ['{"id":42,"name":"Ada","tags":["a","b"],"active":true}', 20],
    ["2025-03-14T09:26:53.589Z INFO [http] GET /users/17 200 12ms", 29],
    ["我们今天去北京看朋友。", 7],
    ["Съешь же ещё этих мягких французских булок, да выпей чаю.", 19],
  ])("near the exact count of %j", (text, exact) => {
    expect(Math.abs(estimateText(text) - exact)).toBeLessThanOrEqual(0.3 * exact + 1);
  });
});

// Exact, so that no rule about case, length and what stands before is lost. They change only with the cost table.
test.each([
  ["lower", 40, 40, 57],
  ["Capital", 40, 75, 75],
  ["UPPER", 40, 60, 54],
  ["camelCase", 80, 80, 85],
  ["HTTPServer", 52, 65, 109],
  ["snake_case_name", 127, 127, 141],
  ["don't", 40, 50, 54],
  ["überraschung", 137, 107, 188],
  ["ÜBER", 103, 143, 155],
  ["internationalization", 196, 239, 232],
  ["Internationalization", 196, 223, 268],
  ["INTERNATIONALIZATION", 328, 309, 277],
  ["XMLHttpRequestEventTarget", 165, 201, 249],
  ["a1B2c3D4", 320, 320, 325],
  ["1234567", 160, 160, 160],
])("the cost of 40 times %s after a blank, a mark and a slash", (word, blank, mark, slash) => {
  const costs = [" ", "(", "/"].map((before) => estimateText(`${before}${word}`.repeat(40)));
  expect(costs).toEqual([blank, mark, slash]);
});

test.each([
  ["  ", [80, 80, 71]],
  ["\n\n", [80, 40, 88]],
  ["\n    ", [120, 80, 111]],
  ["\t\t", [67, 80, 57]],
  [" \n ", [133, 133, 123]],
  ["\r\n", [80, 40, 88]],
])("the cost of 40 times %j after a letter, a mark and a character", (blanks, cost) => {
  const costs = ["x", ";", "七"].map((before) => estimateText(`${before}${blanks}`.repeat(40)));
  expect(costs).toEqual(cost);
});
