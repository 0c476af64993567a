/**
 * How the provider's count of one model relates to our estimate: about `constantTokens + ratio × estimate`.
 *
 * The constant holds what no message shows: a system prompt and tools that the host did not tell, framing.
 */
export type Calibration = {
  readonly ratio: number;
  readonly constantTokens: number;
  /** How many answers it was learned from. */
  readonly samples: number;
  /** The newest of them, in tokens: what was estimated and what was reported. */
  readonly estimatedTokens: number;
  readonly reportedTokens: number;
};

/** By model, `""` where the answers name none; at most eight models, the newest last. */
export type Calibrations = Readonly<Record<string, Calibration>>;
