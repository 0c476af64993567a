import { CutpointError } from "@cutpoint/core";
import { delay, type Sleep } from "@cutpoint/core/kit";

/** How long a write is retried, in ms. */
const PATIENCE_MS = 30_000;
/** The longest pause between two attempts, in ms. The first is at most 1 ms; the limit doubles with each attempt. */
const LONGEST_PAUSE_MS = 200;

/** The time and the chance that retries depend on. */
export type RetryClock = {
  /** In ms since any fixed point. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** From 0 to 1. */
  readonly random: () => number;
};

const CLOCK: RetryClock = { now: () => performance.now(), sleep: delay, random: Math.random };

/**
 * Calls `attempt` until it returns something other than `undefined`. Pauses in between for a random time that grows, so
 * that competing writers do not stay in step.
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
