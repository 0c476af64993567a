import { setTimeout as delay } from "node:timers/promises";
import { aborted } from "./failure.ts";

/** The longest wait between two attempts, in ms. */
const LONGEST = 250;

/**
 * Waits before another attempt: twice as long each time, from 2 ms to 250 ms, and at random up to that, so that writers
 * who were in each other's way do not meet again.
 *
 * @param round 0 before the second attempt
 * @throws `aborted` if the signal is set meanwhile
 */
export async function backOff(round: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(LONGEST, 2 ** (round + 1));
  try {
    await delay(Math.random() * longest, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted === true) throw aborted(signal);
    throw error;
  }
}
