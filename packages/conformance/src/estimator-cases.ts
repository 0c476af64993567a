import { accuracyCases } from "./estimator/accuracy-cases.ts";
import { growthCases } from "./estimator/growth-cases.ts";
import type { EstimatorCase } from "./estimator/rig.ts";
import { soundnessCases } from "./estimator/soundness-cases.ts";

/** The whole contract of `TokenEstimator`, and how near an estimate must be to be of use. */
export const estimatorCases: readonly EstimatorCase[] = [
  ...soundnessCases,
  ...growthCases,
  ...accuracyCases,
];
