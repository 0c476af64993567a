import { expect, test } from "vitest";
import { takeBestFirst } from "../../src/select/best-first.ts";

test("a large group that rises is ranked again with pauses", () => {
  const taken: number[] = [];
  let calls = 0;
  let most = 0;
  const work = takeBestFirst(
    Array.from({ length: 1_000 }, (_, index) => index),
    {
      groupOf: () => "one",
      worthOf: (each) => {
        calls += 1;
        return each === 7 || taken.length > 0 ? 1_000 - each : 1;
      },
      take: (each) => taken.push(each) > 0,
    },
  );
  while (work.next().done !== true) {
    most = Math.max(most, calls);
    calls = 0;
  }
  expect(most).toBeLessThanOrEqual(64);
  expect(taken.slice(0, 4)).toEqual([7, 0, 1, 2]);
  expect(taken).toHaveLength(1_000);
});
