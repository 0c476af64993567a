import { expect, test } from "vitest";
import { averagePrecision, chanceOf, fitLogistic, type Sample, scoreOf } from "../src/logistic.ts";

/** Feature 1 raises the probability, feature 2 lowers it, feature 3 has no effect. */
const truth = [-1, 2, -1.5, 0];
const samples: readonly Sample[] = Array.from({ length: 40_000 }, (_, place) => {
  const features = [1, place % 2, (place >> 1) % 2, (place >> 2) % 2];
  const among = (place >> 3) / 5_000;
  return { features, needed: among < chanceOf(features, truth), weight: 1 };
});

test("finds the weights that generated the samples", () => {
  const found = fitLogistic(samples, truth.length);
  for (const [place, weight] of truth.entries())
    expect(Math.abs((found[place] ?? 0) - weight)).toBeLessThan(0.1);
  expect(fitLogistic(samples, truth.length)).toEqual(found);
});

test("precision is 1 if needed samples rank first, and lower for other rankings", () => {
  const ranked = samples.map((sample) => ({ ...sample, features: [Number(sample.needed)] }));
  const by =
    (weights: readonly number[]) =>
    (features: readonly number[]): number =>
      scoreOf(features, weights);
  expect(averagePrecision(ranked, by([1]))).toBe(1);
  const share = samples.filter(({ needed }) => needed).length / samples.length;
  expect(averagePrecision(samples, by(truth))).toBeGreaterThan(share + 0.1);
  expect(averagePrecision(ranked, by([-1]))).toBeLessThan(share);
});
