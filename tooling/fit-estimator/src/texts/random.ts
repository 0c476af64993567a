/** Seeded random numbers from 0 up to 1 (mulberry32). */
export type Random = {
  readonly next: () => number;
  /** Integer from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
};

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: <T>(values: readonly T[]): T => values[between(0, values.length - 1)] as T,
  };
}
