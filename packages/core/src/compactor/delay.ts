/** Waits. Resolves early, without an error, if the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** The longest time that a timer accepts, in ms. */
const LONGEST_MS = 2_147_483_647;

/** The default {@link Sleep}: a timer. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(handle);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const handle = setTimeout(end, Math.min(milliseconds, LONGEST_MS));
    signal.addEventListener("abort", end, { once: true });
  });
}
