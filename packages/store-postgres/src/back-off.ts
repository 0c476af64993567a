import { setTimeout as delay } from "node:timers/promises";
import { abortedError } from "./errors.ts";

/** The longest wait between two attempts, in ms. */
const MAX_WAIT_MS = 250;

/**
 * Waits before the next attempt, at random up to a limit that doubles from 2 ms to 250 ms.
 *
 * The random time keeps writers from colliding again.
 *
 * @param round 0 before the second attempt
 * @throws `aborted` if the signal is aborted
 */
export async function backOff(round: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = Math.min(MAX_WAIT_MS, 2 ** (round + 1));
  try {
    await delay(Math.random() * longest, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted === true) throw abortedError(signal);
    throw error;
  }
}
