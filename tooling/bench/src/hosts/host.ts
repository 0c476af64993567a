import type { Said } from "./instant-answers.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** Sends a whole conversation once. */
export type Send = (messages: readonly Said[]) => Promise<unknown>;

/** A host with an adapter. */
export type Host = {
  readonly name: string;
  /** Creates a sender whose adapter runs on the stopwatch, without the host and the model. */
  readonly connect: (watch: Stopwatch) => Send;
};

/** So large that no compaction is needed. */
export const options = { policy: { windowTokens: 100_000_000 } };
