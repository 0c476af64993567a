import { expect, test } from "vitest";
import { isSameJson } from "../../src/store/batch.ts";

const values = [null, true, 0, "", "0", "a", [], ["a"], {}, { 0: "a" }, { a: null }];

test("two values are the same JSON if they are written alike, whatever the order of keys", () => {
  for (const left of values)
    for (const right of values)
      expect(isSameJson(left, structuredClone(right)), JSON.stringify([left, right])).toBe(
        left === right,
      );
  expect(isSameJson({ a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 })).toBe(true);
});
