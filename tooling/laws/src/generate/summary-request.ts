import { createCharacterEstimator, digestOf, type SummaryRequest } from "@cutpoint/core";

/** A request for a summary of at most 2,000 tokens of no items, except for what is given. */
export function summaryRequest(given: Partial<SummaryRequest>): SummaryRequest {
  return {
    items: [],
    turnPrefix: [],
    kept: [],
    previousSummary: null,
    previousState: null,
    live: null,
    digest: digestOf([], null),
    instructions: null,
    contextLines: [],
    prompt: null,
    shortText: false,
    maxCalls: 1,
    maxTokens: 2_000,
    estimator: createCharacterEstimator(),
    ...given,
  };
}
