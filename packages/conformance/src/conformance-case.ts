/** One promise of a contract, and the way to find it broken. */
export type ConformanceCase<Rig> = {
  /** Stable, in kebab-case. */
  readonly id: string;
  /** What holds, in one sentence. */
  readonly promise: string;
  /** Why the case says nothing about what the rig declares; `null` where it does. Without it the case is for every rig. */
  readonly notApplicable?: (rig: Rig) => string | null;
  /** Resolves where the promise is kept, rejects with a readable error where it is not. */
  readonly run: (rig: Rig) => Promise<void>;
};
