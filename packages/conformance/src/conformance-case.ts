/** A promise of a contract, with a test of it. */
export type ConformanceCase<Rig> = {
  /** Stable id in kebab-case. */
  readonly id: string;
  /** One sentence that must be true. */
  readonly promise: string;
  /** Reason why the case does not apply to a rig, or `null` if it applies. Default: it always applies. */
  readonly notApplicable?: (rig: Rig) => string | null;
  /** Resolves if the promise is kept, and rejects with a readable error otherwise. */
  readonly run: (rig: Rig) => Promise<void>;
};
