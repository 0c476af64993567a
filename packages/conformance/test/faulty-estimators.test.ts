import { describe, expect, test } from "vitest";
import { estimatorCases } from "../src/estimator-cases.ts";
import { describeEstimatorConformance } from "../src/vitest.ts";
import { faultyEstimators } from "./faulty-estimators.ts";
import { countTokens, createReferenceEstimator } from "./reference-estimator.ts";

describeEstimatorConformance("an estimator without faults", {
  estimator: createReferenceEstimator(),
  countTokens,
});

describe("every estimator case can fail", () => {
  const ids = estimatorCases.map((estimatorCase) => estimatorCase.id);

  test("no two cases have the same id", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(ids)("%s is failed by a faulty estimator", (id) => {
    expect(faultyEstimators.filter((faulty) => faulty.foundBy === id)).not.toEqual([]);
  });

  test.each(faultyEstimators)("$foundBy finds an estimator that $fault", async (faulty) => {
    const estimatorCase = estimatorCases.find(({ id }) => id === faulty.foundBy);
    if (estimatorCase === undefined) throw new Error(`there is no case ${faulty.foundBy}`);
    const run = estimatorCase.run({ estimator: faulty.estimator, countTokens });
    await expect(run).rejects.toBeInstanceOf(Error);
  });
});
