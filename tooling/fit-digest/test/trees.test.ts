import { expect, test } from "vitest";
import { leafOf } from "../../../packages/extractive/src/terms/reuse.ts";
import { fitLogistic, type Sample, scoreOf } from "../src/logistic.ts";
import { fitTrees } from "../src/trees.ts";

/** Needed if both of two features are set, which a sum of weights cannot express. The third has no effect. */
const samples: readonly Sample[] = Array.from({ length: 8_000 }, (_, place) => {
  const [left, right, other] = [place % 2, (place >> 1) % 2, (place >> 2) % 5];
  const isOdd = (place >> 5) % 10 === 0;
  return { features: [1, left, right, other], needed: (left + right === 2) !== isOdd, weight: 1 };
});
const weights = fitLogistic(samples, 4);
const trees = fitTrees(samples, weights);

function chance(features: readonly number[], corrected: boolean): number {
  const score = trees.reduce(
    (sum, tree) => sum + (corrected ? leafOf(tree, features) : 0),
    scoreOf(features, weights),
  );
  return 1 / (1 + Math.exp(-score));
}

test("trees find what depends on two features together", () => {
  const errorOf = (corrected: boolean): number =>
    Math.max(
      Math.abs(chance([1, 0, 0, 3], corrected) - 0.1),
      Math.abs(chance([1, 1, 0, 3], corrected) - 0.1),
      Math.abs(chance([1, 0, 1, 0], corrected) - 0.1),
      Math.abs(chance([1, 1, 1, 0], corrected) - 0.9),
    );
  expect(errorOf(false)).toBeGreaterThan(0.1);
  expect(errorOf(true)).toBeLessThan(0.05);
});

test("the same samples give the same trees", () => {
  expect(fitTrees(samples, weights)).toEqual(trees);
});

test("a question separates enough samples on both sides", () => {
  const few = samples.map((sample, place) => ({
    ...sample,
    features: [...sample.features, Number(place < 8)],
    needed: place < 8,
  }));
  const asked = fitTrees(few, [-5, 0, 0, 0, 0]).flatMap((tree) => [0, 2, 4].map((at) => tree[at]));
  expect(asked).not.toContain(4);
});
