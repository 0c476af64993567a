import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isEqualJson } from "../src/equal-json.ts";

const value = fc.jsonValue({ maxDepth: 3 });

test("values of JSON are equal if their sorted texts are", () => {
  fc.assert(
    fc.property(value, value, (left, right) => {
      expect(isEqualJson(left, structuredClone(left))).toBe(true);
      expect(isEqualJson(left, right)).toBe(textOf(left) === textOf(right));
    }),
    { seed: 4, numRuns: 500 },
  );
});

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, { b: 1 }],
  [[], {}],
  [{}, []],
  [[1], [1, 2]],
  [null, {}],
])("%j is not equal to %j", (left, right) => {
  expect(isEqualJson(left, right)).toBe(false);
});

function textOf(json: unknown): string {
  return JSON.stringify(json, (_key, entry: unknown) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}
