/** Seed of all properties in the tests, so that no run fails by chance. */
const SEED = 42;

const FACTOR = Number(process.env["CUTPOINT_RUNS"] ?? "1");
const GIVEN_SEED = Number(process.env["CUTPOINT_SEED"] ?? SEED);

/** Options for fast-check. */
export type Cases = { readonly numRuns: number; readonly seed: number };

/**
 * Returns the options for `runs` cases, the same in every run.
 *
 * `CUTPOINT_RUNS` multiplies the cases: 0.1 in `test`, 10 in `test:full`. `CUTPOINT_SEED` replaces the seed.
 */
export function cases(runs = 100): Cases {
  return { numRuns: Math.ceil(runs * FACTOR), seed: GIVEN_SEED };
}

/** Returns all values in `test:full`. In `test`: the first, every fifth after it, and the last. */
export function someOf<Value>(values: readonly Value[]): readonly Value[] {
  if (FACTOR >= 1) return values;
  return values.filter((_, index) => index % 5 === 0 || index === values.length - 1);
}

/** Returns the options for proving that a property detects a fault. They ignore the environment. */
export function casesOfFault(): Cases {
  return { numRuns: 1_000, seed: SEED };
}
