import { median } from "../measure.ts";

/** One row of the table of speed: a number, and the goal for it. */
export type Row = {
  /** Stays the same, because results are compared by it. */
  readonly name: string;
  /** Work of the same kind, by whose time that of the row is divided. Rows without one are sizes. */
  readonly yardstick?: string;
  /** Unit of the number and the goal. */
  readonly unit: "×" | "kB" | "MB" | "";
  /** The number must be at most this. */
  readonly goal: number;
  /** Called in a process of its own. */
  readonly measure: () => Measured | Promise<Measured>;
};

export type Measured = {
  readonly measured: number;
  /** Processor time of the work, in ms. */
  readonly ms?: number;
};

/** Runs something and returns its processor time in ms. */
type Stopwatch = () => number | Promise<number>;

/** Rounds that do not count, since the compiler has not optimized the code. */
const WARM_UP = 2;

/**
 * Returns the time of the work as a multiple of the time of the yardstick: the median of the rounds. A round runs the
 * yardstick before and after the work, so that other programs slow down both.
 */
export async function compare(
  rounds: number,
  work: Stopwatch,
  yardstick: Stopwatch,
): Promise<Required<Measured>> {
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const before = await yardstick();
    const time = await work();
    const after = await yardstick();
    if (round < 0) continue;
    times.push(time);
    ratios.push((2 * time) / (before + after));
  }
  return { measured: median(ratios), ms: median(times) };
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Returns the processor time of this process in ms. It excludes the time in which other programs run. */
export function processorTime(): number {
  // Linux updates the time of a thread when it sleeps, or else every 4 ms.
  Atomics.wait(cell, 0, 0, 0.1);
  const { system, user } = process.cpuUsage();
  return (system + user) / 1_000;
}

/** Returns the processor time of one run in ms. Every run starts without garbage of the run before. */
export async function timeOf(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const before = processorTime();
  await work();
  return processorTime() - before;
}

/** Measures calls that are too short to be timed. Returns the time of one. */
export function timeOfCalls(count: number, call: () => unknown): Stopwatch {
  return () => {
    const before = processorTime();
    for (let each = 0; each < count; each += 1) call();
    return (processorTime() - before) / count;
  };
}

/** {@link timeOfCalls} for calls that return a promise. */
export function timeOfAsyncCalls(count: number, call: () => Promise<unknown>): Stopwatch {
  return async () => {
    const before = processorTime();
    for (let each = 0; each < count; each += 1) await call();
    return (processorTime() - before) / count;
  };
}
