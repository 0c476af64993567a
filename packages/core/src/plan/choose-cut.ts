import type { Item } from "../message/item.ts";
import { isTurnStart } from "../view/turn-start.ts";
import { planAt, pruningPlan, truncateKept, type Unusable } from "./build-plan.ts";
import { findCutPoint, legalCuts, type MeasuredItem } from "./cut-point.ts";
import { isWithinLimit, type PlanInput, sumOf } from "./plan-input.ts";
import type { Plan } from "./plan.ts";
import type { PrunedItems } from "./prune.ts";
import { turnStartOf } from "./units.ts";

/**
 * The first of these that fits the limit: the cut by budget; every later one; the latest, with what is too large shown
 * head and tail; everything covered.
 */
export function fitCut(input: PlanInput, hidden: PrunedItems): Plan | Unusable {
  const { measured } = hidden;
  const first = firstCut(input, measured);
  if (first === 0 && input.tokensBefore <= input.limitTokens)
    return { type: "no-plan", why: "nothing-to-compact" };
  const places = placesFrom(input, measured, first);
  const inside = places.filter((place) => place < measured.length);
  for (const place of inside) {
    const plan = planAt(input, hidden, place);
    if (plan.type === "plan" && !isCrowded(input, plan)) return plan;
  }
  const latest = inside.at(-1);
  if (latest === undefined) {
    const whole = truncateKept(input, hidden, 0);
    if (isWithinLimit(input, whole)) return pruningPlan(input, whole);
  } else {
    const plan = planAt(input, truncateKept(input, hidden, latest), latest);
    if (plan.type === "plan") return plan;
  }
  return places.includes(measured.length)
    ? planAt(input, hidden, measured.length)
    : { type: "no-plan", why: "nothing-to-compact" };
}

/** Whether what stays is far more than was asked for, and leaves too little room for a summary. */
function isCrowded({ keepTokens, resolved }: PlanInput, plan: Plan): boolean {
  return plan.summaryTokens < resolved.summaryTokens && plan.keptTokens > 2 * keepTokens;
}

/**
 * The cut that was asked for, or the cut by budget; where everything fits the budget, the start of the turns that stay
 * in any case.
 */
function firstCut(
  { keepTokens, resolved, upTo }: PlanInput,
  measured: readonly MeasuredItem[],
): number {
  const items = measured.map(({ item }) => item);
  if (upTo !== undefined) return items.findIndex((item) => item.id === upTo) + 1;
  const turns = turnsStart(items, Math.max(1, resolved.keepTurns));
  const budget =
    resolved.keepTurns === 0 ? keepTokens : Math.max(keepTokens, sumOf(measured.slice(turns)));
  const { index } = findCutPoint(measured, budget, resolved.boundary);
  return index > 0 ? index : turns;
}

/** Where the newest turns begin, so many of them. */
function turnsStart(items: readonly Item[], count: number): number {
  let found = 0;
  for (let place = items.length - 1; place > 0; place -= 1) {
    const item = items[place];
    if (item !== undefined && isTurnStart(item, items[place - 1])) found += 1;
    if (found === count) return place;
  }
  return count === 1 ? turnStartOf(items, items.length - 1) : 0;
}

/** The legal cuts from a place on that cover more than system text; where there is none, the last one before it. */
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
