import type { TokenEstimator } from "@cutpoint/core";
import type { ConformanceCase } from "../conformance-case.ts";

/** What the suite must know of an estimator. */
export interface EstimatorRig {
  readonly estimator: TokenEstimator;
  /** The true number of tokens of a text; asked for short texts only, since exact counting can be slow. */
  readonly countTokens: (text: string) => number;
}

export type EstimatorCase = ConformanceCase<EstimatorRig>;
