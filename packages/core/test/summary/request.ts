import { digestOf } from "../../src/digest/digest.ts";
import type { SummaryRequest } from "../../src/summary/summarizer.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import type { TokenEstimator } from "../../src/tokens/estimator.ts";

export const estimator: TokenEstimator = createCharacterEstimator();

/** A request for a summary of nothing, but for what is given. */
export function request(given: Partial<SummaryRequest>): SummaryRequest {
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
    estimator,
    ...given,
  };
}
