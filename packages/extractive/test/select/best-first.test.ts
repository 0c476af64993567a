import { runAtOnce } from "@cutpoint/core/kit";
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

function takenOf(
  worths: readonly number[],
  {
    leastShare = 0,
    fits = () => true,
  }: { leastShare?: number; fits?: (worth: number) => boolean } = {},
): readonly number[] {
  const taken: number[] = [];
  const take = (_each: number, worth: number): boolean => fits(worth) && taken.push(worth) > 0;
  runAtOnce(takeBestFirst(worths, { worthOf: (worth) => worth, take, leastShare }));
  return taken;
}

test("takes the best first, what is worth something, and at least the given share of the best", () => {
  expect(takenOf([2, 0, 8, -1, 4])).toEqual([8, 4, 2]);
  expect(takenOf([2, 0, 8, -1, 4], { leastShare: 0.5 })).toEqual([8, 4]);
});

test("what does not fit is skipped, forty times at most", () => {
  const worths = Array.from({ length: 60 }, (_, place) => 60 - place);
  const takenIf = (most: number): readonly number[] =>
    takenOf(worths, { fits: (worth) => worth <= most });
  expect(takenIf(21)).toHaveLength(21);
  expect(takenIf(20)).toEqual([]);
});

test("what falls while others are taken is ranked again, and never taken at nothing", () => {
  const taken: string[] = [];
  const worthOf = (each: string): number =>
    each === "fading" ? 9 - 5 * taken.length : each === "gone" ? 8 * Number(taken.length === 0) : 5;
  runAtOnce(
    takeBestFirst(["fading", "gone", "first", "last"], {
      worthOf: (each) => (each === "first" ? 10 : each === "last" ? 3 : worthOf(each)),
      take: (each) => taken.push(each) > 0,
    }),
  );
  expect(taken).toEqual(["first", "fading", "last"]);
});
