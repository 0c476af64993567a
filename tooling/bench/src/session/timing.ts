/** Code is made fast once it is known to be called often, and made anew where it is called in another way. */
const WARM_MS = 200;

/** The time of one call in ns: the fastest of some batches long enough to be measured, so that others do not count. */
export function timeOfCall(call: () => unknown, batches = 25, leastMs = 4): number {
  for (let warm = 0; warm < WARM_MS;) warm += batchTime(call, 100);
  let size = 1;
  while (batchTime(call, size) < leastMs && size < 10_000_000) size *= 2;
  const times = Array.from({ length: batches }, () => (batchTime(call, size) / size) * 1_000_000);
  return Math.min(...times);
}

function batchTime(call: () => unknown, size: number): number {
  const start = performance.now();
  for (let count = 0; count < size; count += 1) call();
  return performance.now() - start;
}

/** A time in ns, in the unit that suits it. */
export function shownTime(nanoseconds: number): string {
  if (nanoseconds < 1_000) return `${nanoseconds.toFixed(0)} ns`;
  if (nanoseconds < 1_000_000) return `${(nanoseconds / 1_000).toFixed(1)} µs`;
  if (nanoseconds < 1_000_000_000) return `${(nanoseconds / 1_000_000).toFixed(2)} ms`;
  return `${(nanoseconds / 1_000_000_000).toFixed(1)} s`;
}
