import { CutpointError } from "@cutpoint/core";
import { delay, type Sleep } from "@cutpoint/core/kit";

/** In ms. */
const PATIENCE_MS = 30_000;
/** The longest pause between two attempts, in ms. */
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

/** Waits at random up to a limit that doubles from 1 to 200 ms, so that writers do not stay in step. Ends early if aborted. */
export async function backOff(conflicts: number, signal?: AbortSignal): Promise<void> {
  await pause(conflicts, CLOCK, signal);
}

async function pause(conflicts: number, clock: RetryClock, signal?: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, 2 ** (conflicts - 1));
  await clock.sleep(clock.random() * longest, signal ?? new AbortController().signal);
}

/**
 * Calls `attempt` until it returns a value other than `undefined` and pauses with {@link backOff} in between.
 *
 * @throws `conflict` after 30 s
 */
export async function retryConflicts<Value>(
  attempt: () => Promise<Value | undefined>,
  clock: RetryClock = CLOCK,
): Promise<Value> {
  const start = clock.now();
  for (let conflicts = 1; ; conflicts += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (clock.now() - start > PATIENCE_MS)
      throw new CutpointError(
        "conflict",
        `gave up after ${conflicts} write conflicts in ${PATIENCE_MS / 1_000} s: other writers keep appending to this session`,
      );
    await pause(conflicts, clock);
  }
}
