import { createEstimator } from "@cutpoint/core";
import { describeEstimatorConformance } from "../src/vitest.ts";
import { countTokens } from "./support/reference-estimator.ts";

describeEstimatorConformance("the estimator of core", {
  estimator: createEstimator(),
  countTokens,
});
