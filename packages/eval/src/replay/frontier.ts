/** What a policy cost and kept. */
type Measured = { readonly cost: number; readonly kept: number; readonly aboveWindow: number };

/** A policy may keep this much less than the best, with the standard error of the difference. */
const TOLERANCE = 0.03;

/** Whether a policy stays within the window, and no other such policy costs less and keeps as much. */
export function isOnFrontier(one: Measured, all: readonly Measured[]): boolean {
  const isWorse = (other: Measured): boolean =>
    other.aboveWindow === 0 &&
    other.cost <= one.cost &&
    other.kept >= one.kept &&
    (other.cost < one.cost || other.kept > one.kept);
  return one.aboveWindow === 0 && !all.some(isWorse);
}

/** What a policy kept at each place where the views were measured, which are the same for all policies. */
type Candidate = Measured & { readonly keptAt: readonly number[] };

/**
 * Returns the cheapest policy of the frontier that keeps at most 3 points less than the best. A few places say little, so
 * the standard error of the difference counts as a loss.
 */
export function recommend<Policy extends Candidate>(policies: readonly Policy[]): Policy | null {
  const frontier = policies.filter((one) => isOnFrontier(one, policies));
  const best = frontier.toSorted((a, b) => b.kept - a.kept)[0];
  const good = frontier.filter((one) => best !== undefined && lossOf(one, best) <= TOLERANCE);
  return good.toSorted((a, b) => a.cost - b.cost)[0] ?? null;
}

function lossOf(one: Candidate, best: Candidate): number {
  const losses = best.keptAt.map((kept, place) => kept - (one.keptAt[place] ?? 0));
  const mean = best.kept - one.kept;
  const squares = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0);
  const error = Math.sqrt(squares / (losses.length * Math.max(1, losses.length - 1)));
  return mean + error;
}
