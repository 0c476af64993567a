import type { ReportedLimit } from "@cutpoint/provider-errors";

/** The share of a reported limit that is left for the answer, and its maximum in tokens. */
const ANSWER = { share: 0.25, most: 16_384 } as const;

/** Returns the largest estimate that fits a reported limit in tokens, given the `estimate` of the request that did not. */
export function estimateWithinLimit({ asked, limit }: ReportedLimit, estimate: number): number {
  const room = limit - Math.min(ANSWER.most, Math.floor(limit * ANSWER.share));
  const counted = Math.max(asked ?? 0, estimate);
  return Math.max(1, Math.floor((room * estimate) / Math.max(1, counted)));
}
