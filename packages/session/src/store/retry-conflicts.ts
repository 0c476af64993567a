import { CutpointError } from "@cutpoint/core";
import { delay } from "@cutpoint/core/kit";

/** How long a write that other writers overtake is tried again, in ms. */
const PATIENCE_MS = 30_000;
/** The longest pause between two attempts, in ms. The first is 1 ms; each is at most twice as long as the one before. */
const LONGEST_PAUSE_MS = 200;

/**
 * Calls `attempt` until it returns something other than `undefined`. Pauses in between for a random time that grows, so
 * that writers which overtake each other part.
 *
 * @throws `conflict` after 30 s
 */
export async function retryConflicts<Value>(
  attempt: () => Promise<Value | undefined>,
): Promise<Value> {
  const start = performance.now();
  const never = new AbortController().signal;
  for (let conflicts = 1; ; conflicts += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() - start > PATIENCE_MS)
      throw new CutpointError(
        "conflict",
        `gave up after ${conflicts} write conflicts in ${PATIENCE_MS / 1_000} s: other writers keep appending to this session`,
      );
    const longest = Math.min(LONGEST_PAUSE_MS, 2 ** (conflicts - 1));
    await delay(Math.random() * longest, never);
  }
}
