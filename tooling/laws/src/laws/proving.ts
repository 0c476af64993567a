import * as fc from "fast-check";
import { cases, casesOfFault } from "../cases.ts";

type Law<Ts> = fc.IProperty<Ts> | fc.IAsyncProperty<Ts>;

/** Checks a law on `runs` cases. Returns `null`, or the error with seed and smallest counterexample. */
export async function failureOf<Ts>(law: Law<Ts>, runs: number): Promise<string | null> {
  const found = await fc.check(law, cases(runs));
  return found.failed ? `${String(found.errorInstance)}\n${fc.defaultReportMessage(found)}` : null;
}

/** Returns the error of a law for a faulty implementation, or `nothing` if the law does not fail. */
export async function complaintOf<Ts>(law: Law<Ts>): Promise<string> {
  const found = await fc.check(law, { ...casesOfFault(), endOnFailure: true });
  return found.failed ? String(found.errorInstance) : "nothing";
}

/** Throws if a law is violated. */
export function expectNone(violations: readonly string[], law: string): void {
  if (violations.length > 0) throw new Error(`${law}: ${violations.slice(0, 5).join("; ")}`);
}
