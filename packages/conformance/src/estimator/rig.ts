import type { TokenEstimator } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/** Gives the suite access to an estimator. */
export interface EstimatorRig {
  readonly estimator: TokenEstimator;
  /** Exact number of tokens of a text. Called with short texts only, because exact counting can be slow. */
  readonly countTokens: (text: string) => number;
}

export type EstimatorCase = ConformanceCase<EstimatorRig>;
