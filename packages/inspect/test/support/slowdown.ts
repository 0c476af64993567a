/** CPU time of the measurement, in microseconds. */
const MEASURED = 20_000;

/** Returns how much longer work takes now than on an idle machine: the time for a piece of work, divided by its CPU time. */
export function slowdown(): number {
  const started = performance.now();
  const before = process.cpuUsage();
  let used = 0;
  while (used < MEASURED) used = process.cpuUsage(before).user + process.cpuUsage(before).system;
  return Math.max(1, (performance.now() - started) / (used / 1_000));
}
