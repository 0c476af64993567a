/** Measures the time of a function without that of the functions that it calls through `inner`. */
export type Stopwatch = {
  readonly outer: <Arguments extends readonly unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ) => (...args: Arguments) => Promise<Result>;
  readonly inner: Stopwatch["outer"];
  /** Returns the time in ms since the last call of it. */
  readonly read: () => number;
};

export function createStopwatch(): Stopwatch {
  let elapsed = 0;
  const timed =
    (sign: 1 | -1): Stopwatch["outer"] =>
    (work) =>
    async (...args) => {
      elapsed -= sign * performance.now();
      try {
        return await work(...args);
      } finally {
        elapsed += sign * performance.now();
      }
    };
  return {
    outer: timed(1),
    inner: timed(-1),
    read() {
      const time = elapsed;
      elapsed = 0;
      return time;
    },
  };
}
