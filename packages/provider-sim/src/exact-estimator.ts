import type { TokenEstimator } from "@cutpoint/core";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";

let shared: Promise<TokenEstimator> | null = null;

/** Exact counts of o200k; the vocabulary is read once and stays, since many providers may be started after another. */
export function exactEstimator(): Promise<TokenEstimator> {
  shared ??= createTiktokenEstimator();
  return shared;
}
