import { CutpointError } from "../message/error.ts";

/**
 * What some work comes to, unless the signal is set before; work that does not listen is left to itself.
 *
 * @throws `aborted`
 */
export async function raceAbort<Value>(
  signal: AbortSignal,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const aborted = (): CutpointError =>
    new CutpointError("aborted", "the compaction was cancelled", { cause: signal.reason });
  if (signal.aborted) throw aborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(aborted());
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
