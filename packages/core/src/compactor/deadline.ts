import { delay, type Sleep } from "./delay.ts";

/** A signal that is aborted after some time, or with the caller's. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Releases the timer and the listener. */
  readonly end: () => void;
};

/** Starts a deadline. `AbortSignal.any` would keep what is being done in memory for as long as the caller's signal exists. */
export function startDeadline(
  milliseconds: number,
  caller: AbortSignal | undefined,
  sleep: Sleep = delay,
): Deadline {
  const over = new AbortController();
  const ended = new AbortController();
  const stop = (): void => over.abort(caller?.reason);
  if (caller?.aborted === true) stop();
  caller?.addEventListener("abort", stop, { once: true });
  void sleep(milliseconds, ended.signal).then(() => {
    if (!ended.signal.aborted) over.abort();
  });
  return {
    signal: over.signal,
    end() {
      ended.abort();
      caller?.removeEventListener("abort", stop);
    },
  };
}
