import * as fc from "fast-check";

type Law<Ts> = fc.IProperty<Ts> | fc.IAsyncProperty<Ts>;

const FACTOR = Number(process.env["CUTPOINT_RUNS"] ?? "1");

/**
 * Tries a law on `runs` generated cases, times `CUTPOINT_RUNS`; `null` where it holds, else what it says with seed and
 * smallest counterexample.
 */
export async function failureOf<Ts>(law: Law<Ts>, runs: number): Promise<string | null> {
  const found = await fc.check(law, { numRuns: Math.ceil(runs * FACTOR) });
  return found.failed ? `${String(found.errorInstance)}\n${fc.defaultReportMessage(found)}` : null;
}

/** What a law says against a wrong implementation; `nothing` where it took it for a right one. */
export async function complaintOf<Ts>(law: Law<Ts>): Promise<string> {
  const found = await fc.check(law, { numRuns: 1_000, endOnFailure: true, seed: 42 });
  return found.failed ? String(found.errorInstance) : "nothing";
}

/** Fails where a law lists what is wrong. */
export function expectNone(violations: readonly string[], law: string): void {
  if (violations.length > 0) throw new Error(`${law}: ${violations.slice(0, 5).join("; ")}`);
}
