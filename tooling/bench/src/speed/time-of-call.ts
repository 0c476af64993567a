import { runYardstick } from "./yardstick.ts";

/** Calls before a measurement, in ms, so that the compiler has optimized the code. */
const WARM_MS = 200;

/**
 * Returns the time of one call in ns: the fastest of some batches. A batch takes as long as the yardstick, so other
 * processes interrupt both as often.
 */
export function timeOfCall(call: () => unknown, batches = 200, leastMs = 0.8): number {
  for (let warm = 0; warm < WARM_MS;) warm += batchTime(call, 100);
  let size = 1;
  while (batchTime(call, size) < leastMs && size < 10_000_000) size *= 2;
  const times = Array.from({ length: batches }, () => {
    runYardstick();
    return (batchTime(call, size) / size) * 1_000_000;
  });
  return Math.min(...times);
}

function batchTime(call: () => unknown, size: number): number {
  const start = performance.now();
  for (let count = 0; count < size; count += 1) call();
  return performance.now() - start;
}
