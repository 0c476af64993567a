import { runYardstick } from "./yardstick.ts";

/** One row of the table of speed: a number, and the goal for it. */
export type Row = {
  /** Stays the same, because results are compared by it. */
  readonly name: string;
  /** Unit of the number and the goal: `ms`, `µs`, `kB`, `MB` or `×`. */
  readonly unit: string;
  /** The number must be at most this. */
  readonly goal: number;
  /** Called in a process of its own. */
  readonly measure: () => number | Promise<number>;
};

/** Returns the processor time of this thread in ms, which other processes disturb less than time on the clock. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { system, user } = process.threadCpuUsage(before);
  return (system + user) / 1_000;
}

/** Returns the smallest result of some runs. The first runs are slow, since the compiler has not optimized the code. */
export async function least(
  runs: number,
  measure: () => number | Promise<number>,
): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    smallest = Math.min(smallest, await measure());
    runYardstick();
  }
  return smallest;
}
