import { createEstimator } from "@cutpoint/core";
import { describeEstimatorConformance } from "@cutpoint/conformance/vitest";
import { countTokens } from "./reference-estimator.ts";

describeEstimatorConformance("the estimator of core", {
  estimator: createEstimator(),
  countTokens,
});
