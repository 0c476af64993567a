/** What a policy cost and kept. */
type Measured = { readonly cost: number; readonly kept: number; readonly aboveWindow: number };

/** A smaller difference of what two policies keep is noise. */
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

/** Returns the cheapest policy of the frontier that keeps at most 3 points less than the best. */
export function recommend<Policy extends Measured & { readonly isOnFrontier: boolean }>(
  policies: readonly Policy[],
): Policy | null {
  const frontier = policies.filter((policy) => policy.isOnFrontier);
  const best = Math.max(...frontier.map(({ kept }) => kept));
  const good = frontier.filter(({ kept }) => kept >= best - TOLERANCE);
  return good.toSorted((a, b) => a.cost - b.cost)[0] ?? null;
}
