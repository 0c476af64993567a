/** What a provider told of a request that it found too large, in its own tokens. */
export type ReportedLimit = {
  readonly limitTokens: number;
  /** The size of the request; `null` where it was not told. */
  readonly askedTokens: number | null;
};

/** Of a limit that a provider told, this much is for the answer, at most the second number, in tokens. */
const ANSWER = { share: 0.25, most: 16_384 } as const;

/** The estimate that what remains may have so that the provider, who counted `askedTokens` for it all, takes it. */
export function estimateWithinLimit(
  { limitTokens, askedTokens }: ReportedLimit,
  estimate: number,
): number {
  const room = limitTokens - Math.min(ANSWER.most, Math.floor(limitTokens * ANSWER.share));
  const counted = Math.max(askedTokens ?? 0, estimate);
  return Math.max(1, Math.floor((room * estimate) / Math.max(1, counted)));
}
