import { describe, expect, test } from "vitest";
import { estimatorCases } from "../src/estimator-cases.ts";
import { describeEstimatorConformance } from "../src/vitest.ts";
import { faultyEstimators } from "./support/faulty-estimators.ts";
import { countTokens, createReferenceEstimator } from "./support/reference-estimator.ts";

describeEstimatorConformance("an estimator without a fault", {
  estimator: createReferenceEstimator(),
  countTokens,
});

describe("every estimator case can fail", () => {
  const ids = estimatorCases.map((estimatorCase) => estimatorCase.id);

  test("ids of cases are unique", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ids)("a faulty estimator fails %s", (id) => {
    expect(faultyEstimators.filter((faulty) => faulty.foundBy === id)).not.toEqual([]);
  });

  for (const { estimator, fault, foundBy } of faultyEstimators) {
    const tags = foundBy === "linear-in-time" ? ["long"] : [];
    test(`${foundBy} fails for an estimator that ${fault}`, { tags }, async () => {
      const estimatorCase = estimatorCases.find(({ id }) => id === foundBy);
      if (estimatorCase === undefined) throw new Error(`unknown case ${foundBy}`);
      await expect(estimatorCase.run({ estimator, countTokens })).rejects.toBeInstanceOf(Error);
    });
  }
});
