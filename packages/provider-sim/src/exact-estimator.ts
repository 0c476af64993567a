import type { TokenEstimator } from "@cutpoint/core";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";

let shared: Promise<TokenEstimator> | null = null;

/** Returns an exact counter for o200k_base. All providers share it, so the vocabulary is loaded only once. */
export function exactEstimator(): Promise<TokenEstimator> {
  shared ??= createTiktokenEstimator();
  return shared;
}
