/**
 * Returns the result of some work, or rejects with `reasonOf()` as soon as the signal is aborted. Work that is still
 * running then is not stopped, and its result is ignored.
 */
export async function raceAbort<Value>(
  signal: AbortSignal,
  work: () => Value | Promise<Value>,
  reasonOf: () => unknown = () => signal.reason,
): Promise<Value> {
  if (signal.aborted) throw reasonOf();
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
  }).then((): never => {
    throw reasonOf();
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
