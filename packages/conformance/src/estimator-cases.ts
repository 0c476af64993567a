import { accuracyCases } from "./estimator/accuracy-cases.ts";
import { growthCases } from "./estimator/growth-cases.ts";
import type { EstimatorCase } from "./estimator/rig.ts";
import { soundnessCases } from "./estimator/soundness-cases.ts";

/** Cases for the contract and accuracy of `TokenEstimator`. */
export const estimatorCases: readonly EstimatorCase[] = [
  ...soundnessCases,
  ...growthCases,
  ...accuracyCases,
];
