import type { Steps } from "../message/steps.ts";

/**
 * Returns the plan of the first place that has one; `null` if the last place has none. Later cuts leave more room, so
 * between a place without a plan and one with a plan it halves the distance: a plan costs O(n).
 */
export function* firstPlan<Plan>(
  places: readonly number[],
  planOf: (place: number) => Steps<Plan | null>,
): Steps<Plan | null> {
  const planAt = (index: number): Steps<Plan | null> => planOf(places[index] ?? 0);
  let high = places.length - 1;
  if (high < 0) return null;
  const first = yield* planAt(0);
  if (first !== null || high === 0) return first;
  let found = yield* planAt(high);
  for (let low = 0; found !== null && high - low > 1;) {
    const middle = (low + high) >> 1;
    const plan = yield* planAt(middle);
    if (plan === null) low = middle;
    else [high, found] = [middle, plan];
  }
  return found;
}
