import { CutpointError } from "@cutpoint/core";
import { delay, type Sleep } from "@cutpoint/core/kit";

/** In ms. */
const PATIENCE_MS = 30_000;
/** The longest pause between two attempts, in ms. The first is at most 1 ms; the limit doubles with each attempt. */
const LONGEST_PAUSE_MS = 200;

/** Time and randomness for retries. */
export type RetryClock = {
  /** In ms since a fixed point. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
};

const CLOCK: RetryClock = { now: () => performance.now(), sleep: delay, random: Math.random };

/**
 * Calls `attempt` until it returns a value other than `undefined`.
 *
 * Pauses for a growing random time in between, so that competing writers do not stay in step.
 *
 * @throws `conflict` after 30 s
 */
export async function retryConflicts<Value>(
  attempt: () => Promise<Value | undefined>,
  { now, random, sleep }: RetryClock = CLOCK,
): Promise<Value> {
  const start = now();
  const never = new AbortController().signal;
  for (let conflicts = 1; ; conflicts += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (now() - start > PATIENCE_MS)
      throw new CutpointError(
        "conflict",
        `gave up after ${conflicts} write conflicts in ${PATIENCE_MS / 1_000} s: other writers keep appending to this session`,
      );
    const longest = Math.min(LONGEST_PAUSE_MS, 2 ** (conflicts - 1));
    await sleep(random() * longest, never);
  }
}
