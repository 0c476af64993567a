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

  test.each(faultyEstimators)("$foundBy fails for an estimator that $fault", async (faulty) => {
    const estimatorCase = estimatorCases.find(({ id }) => id === faulty.foundBy);
    if (estimatorCase === undefined) throw new Error(`unknown case ${faulty.foundBy}`);
    const run = estimatorCase.run({ estimator: faulty.estimator, countTokens });
    await expect(run).rejects.toBeInstanceOf(Error);
  });
});
