import { isPinOnly } from "../message/item.ts";
import { segmentsOf } from "../message/state.ts";
import type { Steps } from "../message/steps.ts";
import { planAt, tokensAround, truncateKept } from "./build-plan.ts";
import { sumOf } from "./cut-point.ts";
import { firstPlan } from "./first-plan.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Plan } from "./plan.ts";
import type { PrunedItems } from "./prune.ts";
import { sizedWindow } from "./trigger.ts";
import { blockTokens } from "./verbatim.ts";

/** A smaller segment says too little, in tokens. */
const LEAST_TOKENS = 150;

/** The largest share of what it covers that the summary of a segment takes. */
const LARGEST_SHARE = 0.35;

/** The share of the window that stays free below the trigger. Measured; see docs/economics.md. */
const LEAST_FREE = 0.12;

/**
 * Returns the first plan that appends a segment and changes none, or one with the latest cut and truncated items; `null`
 * if all segments must be written anew: if too little would be saved, if the caller has instructions for the summary, or
 * if a task is finished.
 */
export function* planAppend(
  input: PlanInput,
  pruned: PrunedItems,
  places: readonly number[],
): Steps<Plan | null> {
  const { instructions, reason, resolved, state } = input;
  if (instructions !== undefined || reason === "tool") return null;
  if (segmentsOf(state?.prefix ?? []).length === 0) return null;
  const sizes = sizesOf(resolved.segmentTokens, resolved.segmentUserTokens);
  const appending = { ...input, isAppend: true, resolved: { ...resolved, ...sizes } };
  const plan = yield* firstPlan(places, (place) => planSegment(appending, pruned, place));
  if (plan !== null && fitsPrefix(appending, plan)) return plan;
  const latest = places.at(-1);
  if (latest === undefined) return null;
  const kept = yield* truncateKept(appending, pruned, latest);
  const truncated = yield* planSegment(appending, kept, latest);
  return truncated !== null && fitsPrefix(appending, truncated) ? truncated : null;
}

/** Whether all segments together are small enough for one more. */
function fitsPrefix({ estimator, resolved }: PlanInput, plan: Plan): boolean {
  const { frozen, user } = plan.verbatim;
  const tokens = blockTokens([...frozen, ...user], estimator) + plan.offlineSummaryTokens;
  return tokens <= resolved.prefixTokens;
}

function* planSegment(
  appending: PlanInput,
  pruned: PrunedItems,
  place: number,
): Steps<Plan | null> {
  const { limitTokens, resolved, tokensBefore } = appending;
  const covered = Math.floor(LARGEST_SHARE * sumOf(pruned.measured.slice(0, place)));
  const segmentTokens = Math.min(resolved.segmentTokens, covered);
  if (segmentTokens < LEAST_TOKENS) return null;
  const sizes = sizesOf(segmentTokens, resolved.keepUserTokens);
  const input = { ...appending, targetTokens: limitTokens, resolved: { ...resolved, ...sizes } };
  const plan = yield* planAt(input, pruned, place);
  if (plan.type !== "plan" || plan.isBrief || plan.summaryTokens < segmentTokens) return null;
  const least = LEAST_FREE * sizedWindow(resolved.windowTokens, limitTokens);
  const free = appending.reason === "idle" ? Math.max(least, growthOf(appending)) : least;
  const most = Math.min(limitTokens - free, (1 - plan.minimumProgress) * tokensBefore);
  return tokensAfter(input, pruned, plan) <= most ? plan : null;
}

/**
 * Returns the tokens since the last compaction. An idle compaction leaves room for as many: the cache expires, so segments
 * that stay are written again, and a compaction before the next pause would write them once more.
 */
function growthOf({ measured, state }: PlanInput): number {
  const seen = measured.findLastIndex(({ item }) => item.id === state?.lastSeenId);
  return sumOf(measured.slice(seen + 1));
}

function sizesOf(summaryTokens: number, keepUserTokens: number) {
  return { keepUserTokens, summaryTokens, offlineSummaryTokens: summaryTokens };
}

/** Returns the size of the request after a plan whose summary takes all of its room. */
function tokensAfter(input: PlanInput, { measured }: PrunedItems, plan: Plan): number {
  const kept = measured.slice(plan.cut.index).filter(({ item }) => !isPinOnly(item));
  return tokensAround(input, plan.verbatim, kept, false) + plan.offlineSummaryTokens;
}
