/** Seed of generated cases, so that every run has the same result. */
export const SEED = 42;
