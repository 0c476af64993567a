import { planAt, pruningPlan, truncateKept, type Unusable } from "./build-plan.ts";
import {
  findCutPoint,
  isStart,
  legalCuts,
  type MeasuredItem,
  sumOf,
  turnStartOf,
} from "./cut-point.ts";
import { isWithinLimit, type PlanInput } from "./plan-input.ts";
import type { Plan } from "./plan.ts";
import type { PrunedItems } from "./prune.ts";

/**
 * Returns the first plan that fits the limit: with the cut by budget, with each later cut, with the latest cut and
 * truncated items, or with no kept items.
 */
export function fitCut(input: PlanInput, pruned: PrunedItems): Plan | Unusable {
  const { measured } = pruned;
  const first = firstCut(input, measured);
  if (first === 0 && input.tokensBefore <= input.limitTokens)
    return { type: "no-plan", why: "nothing-to-compact" };
  const places = placesFrom(input, measured, first);
  const inside = places.filter((place) => place < measured.length);
  for (const place of inside) {
    const plan = planAt(input, pruned, place);
    if (plan.type === "plan" && !isCrowded(input, plan)) return plan;
  }
  const latest = inside.at(-1);
  if (latest === undefined) {
    const whole = truncateKept(input, pruned, 0);
    if (isWithinLimit(input, whole)) return pruningPlan(input, whole);
  } else {
    const plan = planAt(input, truncateKept(input, pruned, latest), latest);
    if (plan.type === "plan") return plan;
  }
  return places.includes(measured.length)
    ? planAt(input, pruned, measured.length)
    : { type: "no-plan", why: "nothing-to-compact" };
}

/** Whether far more than requested is kept, so that too little room is left for a summary. */
function isCrowded({ keepTokens, resolved }: PlanInput, plan: Plan): boolean {
  return plan.summaryTokens < resolved.summaryTokens && plan.keptTokens > 2 * keepTokens;
}

/** Returns the requested cut or the cut by budget. If everything fits the budget, the newest turns are kept. */
function firstCut(
  { keepTokens, resolved, upTo }: PlanInput,
  measured: readonly MeasuredItem[],
): number {
  if (upTo !== undefined) return measured.findIndex(({ item }) => item.id === upTo) + 1;
  const turns = newestTurnsStart(measured, Math.max(1, resolved.keepTurns));
  const budget =
    resolved.keepTurns === 0 ? keepTokens : Math.max(keepTokens, sumOf(measured.slice(turns)));
  const { index } = findCutPoint(measured, budget, resolved.boundary);
  return index > 0 ? index : turns;
}

/** Returns the start of the newest `count` turns. */
function newestTurnsStart(measured: readonly MeasuredItem[], count: number): number {
  let found = 0;
  for (let place = measured.length - 1; place > 0; place -= 1) {
    if (isStart(measured, place)) found += 1;
    if (found === count) return place;
  }
  return count === 1 ? turnStartOf(measured, measured.length - 1) : 0;
}

/** Returns the legal cuts from a position on that compact more than system text, or else the last one before it. */
function placesFrom(
  { resolved }: PlanInput,
  measured: readonly MeasuredItem[],
  first: number,
): readonly number[] {
  const items = measured.map(({ item }) => item);
  const firstSaid = items.findIndex((item) => item.message.role !== "system");
  const legal = legalCuts(items, resolved.boundary);
  const isFallThrough = resolved.boundary === "user" && legal[first] === false;
  const places = (isFallThrough ? legalCuts(items, "message") : legal).flatMap((isLegal, place) =>
    isLegal && place > firstSaid && firstSaid !== -1 ? [place] : [],
  );
  const later = places.filter((place) => place >= first);
  return later.length > 0 ? later : places.slice(-1);
}
