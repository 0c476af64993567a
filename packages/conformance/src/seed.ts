/** The seed of generated cases, so that a subject gets the same verdict in every run. */
export const SEED = 42;
