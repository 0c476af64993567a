import { expect, test } from "vitest";
import { averagePrecision, chanceOf, fitLogistic, type Sample } from "../src/logistic.ts";
import { tableSource } from "../src/report.ts";

/** Samples whose chance is known: feature 1 speaks for being needed, feature 2 against it, feature 3 says nothing. */
const truth = [-1, 2, -1.5, 0];
const samples: readonly Sample[] = Array.from({ length: 4_000 }, (_, place) => {
  const features = [1, place % 2, (place >> 1) % 2, (place >> 2) % 2];
  const among = (place >> 3) / 500;
  return { features, needed: among < chanceOf(features, truth), weight: 1 };
});

test("the weights that made the samples are found again", () => {
  const found = fitLogistic(samples, truth.length);
  for (const [place, weight] of truth.entries())
    expect(Math.abs((found[place] ?? 0) - weight)).toBeLessThan(0.1);
  expect(fitLogistic(samples, truth.length)).toEqual(found);
});

test("precision is 1 where the needed come first, and their share where all are alike", () => {
  const ranked = samples.map((sample) => ({ ...sample, features: [Number(sample.needed)] }));
  expect(averagePrecision(ranked, [1])).toBe(1);
  const share = samples.filter(({ needed }) => needed).length / samples.length;
  expect(averagePrecision(samples, truth)).toBeGreaterThan(share + 0.1);
  expect(averagePrecision(ranked, [-1])).toBeLessThan(share);
});

test("the table names the features that have a weight", () => {
  const source = tableSource({ anchors: [1.234, 0.001], words: [0, -2] }, ["one", "two"]);
  expect(source).toContain(
    "ANCHOR_WEIGHTS: Readonly<Record<string, number>> = {\n  one: 1.23,\n};",
  );
  expect(source).toContain("WORD_WEIGHTS: Readonly<Record<string, number>> = {\n  two: -2,\n};");
});
