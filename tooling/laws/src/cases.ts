/** The seed of every property in the tests, so that no run fails by chance. */
const SEED = 42;

const FACTOR = Number(process.env["CUTPOINT_RUNS"] ?? "1");
const GIVEN_SEED = Number(process.env["CUTPOINT_SEED"] ?? SEED);

/** What fast-check needs to know to generate cases. */
export type Cases = { readonly numRuns: number; readonly seed: number };

/**
 * Returns which cases of a property to check: `runs` of them, the same in every run. The variable `CUTPOINT_RUNS`
 * multiplies them, `CUTPOINT_SEED` replaces the seed.
 */
export function cases(runs = 100): Cases {
  return { numRuns: Math.ceil(runs * FACTOR), seed: GIVEN_SEED };
}

/** Returns which cases show that a property finds a fault. The variables do not change them. */
export function casesOfFault(): Cases {
  return { numRuns: 1_000, seed: SEED };
}
