import {
  noRoom,
  planAt,
  pruningPlan,
  roomForText,
  truncateKept,
  type Unusable,
} from "./build-plan.ts";
import type { Steps } from "../message/steps.ts";
import { planAppend } from "./append-segment.ts";
import { findCutPoint, lastLegal, legalFrom, type MeasuredItem } from "./cut-point.ts";
import { firstPlan } from "./first-plan.ts";
import { newestTurnsStart, turnsToKeep } from "./keep.ts";
import { type PlanInput, prunedTokens } from "./plan-input.ts";
import type { NoRoom, Plan } from "./plan.ts";
import type { PrunedItems } from "./prune.ts";

/** The least of the last user message that is kept, in tokens. */
const LEAST_LAST_MESSAGE = 16;

/** The share of a window that estimates may fill. They were at most 6.2 % too low in views of real conversations. */
const ESTIMATED_SHARE = 0.94;

/**
 * Returns the best plan that fits the limit. If system text, tools and pins leave no room below it, returns one that fits
 * the window, or `null` if the request does so already.
 *
 * @param isRequestNext whether a request is sent next, so that open calls get no result
 */
export function* fitCut(
  input: PlanInput,
  pruned: PrunedItems,
  isRequestNext: boolean,
): Steps<Plan | NoRoom | null> {
  const found = yield* fitLimit(input, pruned, isRequestNext);
  const limitTokens = Math.floor(input.windowTokens * ESTIMATED_SHARE);
  if (found?.type !== "no-room" || limitTokens <= input.limitTokens) return found;
  if (input.tokensBefore <= limitTokens) return null;
  const targetTokens = Math.floor((input.fixedTokens + limitTokens) / 2);
  const relaxed = { ...input, limitTokens, targetTokens, isAboveWindow: true };
  return yield* fitLimit(relaxed, pruned, isRequestNext);
}

/**
 * Returns the best plan that fits the limit. If none does and the context is above the limit, gives up more, step by
 * step: user text but the last message, open calls, the middle of the last user message.
 */
function* fitLimit(
  input: PlanInput,
  pruned: PrunedItems,
  isRequestNext: boolean,
): Steps<Plan | NoRoom | null> {
  const { resolved } = input;
  const keepUserTokens = Math.min(resolved.keepUserTokens, 1);
  const lastOnly = { ...input, resolved: { ...resolved, keepUserTokens } };
  const open = { ...lastOnly, cutsOpenCalls: isRequestNext };
  const inputs = [input, lastOnly, open, null];
  const isAbove = input.tokensBefore > input.limitTokens;
  let neededTokens = isAbove && isRequestNext ? input.tokensBefore : null;
  let small: Plan | undefined;
  for (const [place, tried] of (isAbove ? inputs : [input]).entries()) {
    const found = yield* bestCut(tried ?? (yield* shortened(open)), pruned, place === 0);
    if (found.type === "plan" && found.summaryTokens >= found.leastSummaryTokens) return found;
    if (found.type === "plan") small ??= found;
    if (found.type === "no-room") ({ neededTokens } = found);
  }
  if (small !== undefined) return small;
  return neededTokens === null ? null : yield* noRoom(input, neededTokens);
}

/** Returns the input with half of the room for the last user message. */
function* shortened(input: PlanInput): Steps<PlanInput> {
  const half = Math.floor((yield* roomForText(input)) / 2);
  return { ...input, lastUserTokens: Math.max(LEAST_LAST_MESSAGE, half) };
}

/**
 * Returns the first plan that fits the limit: with a segment appended, with the cut by budget, with each later cut, with
 * the latest cut and truncated items, or with no kept items.
 */
function* bestCut(
  input: PlanInput,
  pruned: PrunedItems,
  mayAppend: boolean,
): Steps<Plan | Unusable> {
  const { measured } = pruned;
  const keepTokens = input.keepTokens(measured);
  const least = leastCut(input, pruned);
  const isForMessages = least > 0 && prunedTokens(input, pruned) <= input.limitTokens;
  const first = isForMessages ? least : Math.max(least, firstCut(input, measured, keepTokens));
  if (first === 0 && input.tokensBefore <= input.limitTokens) return { type: "no-plan" };
  const places = placesFrom(input, measured, first);
  const inside = places.filter((place) => place < measured.length);
  const appended = mayAppend ? yield* planAppend(input, pruned, inside) : null;
  if (appended !== null) return appended;
  const renewal = (place: number): Steps<Plan | null> =>
    planRenewal(input, pruned, place, keepTokens);
  let isTight = false;
  const roomy = function* (place: number): Steps<Plan | null> {
    const plan = yield* renewal(place);
    if (plan?.isTight !== true) return plan;
    isTight = true;
    return null;
  };
  const renewed =
    (yield* firstPlan(inside, roomy)) ?? (isTight ? yield* firstPlan(inside, renewal) : null);
  if (renewed !== null) return renewed;
  const latest = inside.at(-1);
  if (latest === undefined) {
    const whole = yield* truncateKept(input, pruned, 0);
    if (prunedTokens(input, whole) <= input.limitTokens) return pruningPlan(input, whole);
  } else {
    const plan = yield* planAt(input, yield* truncateKept(input, pruned, latest), latest);
    if (plan.type === "plan") return plan;
  }
  return places.includes(measured.length)
    ? yield* planAt(input, pruned, measured.length)
    : { type: "no-plan" };
}

/** The share of a limit for messages that is kept, so that the next message does not compact again. */
const KEPT_MESSAGES = 0.5;

/** Returns the earliest cut that keeps a limit for messages; 0 if they are within it. */
export function leastCut({ prefix, resolved }: PlanInput, { measured }: PrunedItems): number {
  const isWithin = prefix.length + measured.length <= resolved.messages;
  return isWithin ? 0 : measured.length - Math.floor(resolved.messages * KEPT_MESSAGES);
}

/**
 * Returns the plan for a cut that writes all segments anew; `null` if far more than requested is kept, so that no full
 * summary fits the limit.
 */
function* planRenewal(
  input: PlanInput,
  pruned: PrunedItems,
  place: number,
  keepTokens: number,
): Steps<Plan | null> {
  const isCrowded = (plan: Plan): boolean =>
    plan.summaryTokens < input.resolved.summaryTokens && plan.keptTokens > 2 * keepTokens;
  const plan = yield* planAt(input, pruned, place);
  if (plan.type !== "plan" || !isCrowded(plan)) return plan.type === "plan" ? plan : null;
  const full = yield* planAt({ ...input, targetTokens: input.limitTokens }, pruned, place);
  return full.type !== "plan" || isCrowded(full) ? null : full;
}

/** Returns the cut by budget. If everything fits the budget, the newest turns are kept. */
function firstCut(
  { resolved }: PlanInput,
  measured: readonly MeasuredItem[],
  keepTokens: number,
): number {
  const { index } = findCutPoint(measured, keepTokens, resolved.boundary);
  return index > 0 ? index : newestTurnsStart(measured, turnsToKeep(resolved.keep));
}

/** Returns the legal cuts from a position on that compact more than system text, or else the last one before it. */
function placesFrom(
  { cutsOpenCalls, resolved }: PlanInput,
  measured: readonly MeasuredItem[],
  first: number,
): readonly number[] {
  const firstSaid = measured.findIndex(({ item }) => item.message.role !== "system");
  if (firstSaid === -1) return [];
  let { boundary } = resolved;
  let isLegal = legalFrom(measured, first, boundary);
  if (boundary === "user" && !isLegal(first)) {
    boundary = "message";
    isLegal = legalFrom(measured, first, boundary);
  }
  const places: number[] = [];
  for (let place = Math.max(first, firstSaid + 1); place <= measured.length; place += 1)
    if (isLegal(place) || (cutsOpenCalls && place === measured.length)) places.push(place);
  if (places.length > 0) return places;
  const last = lastLegal(measured, first, boundary);
  return last > firstSaid ? [last] : [];
}
