import { isPinOnly } from "../message/item.ts";
import { segmentsOf } from "../message/state.ts";
import { frozenTokens, planAt, tokensAround, truncateKept } from "./build-plan.ts";
import { sumOf } from "./cut-point.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Plan } from "./plan.ts";
import type { PrunedItems } from "./prune.ts";
import { costOf } from "./target.ts";
import { blockTokens } from "./verbatim.ts";

/** A smaller segment says too little, in tokens. */
const LEAST_TOKENS = 500;

/** The largest share of what it covers that the summary of a segment takes. */
const LARGEST_SHARE = 0.35;

/**
 * Returns the first plan that appends a segment and changes none, or one with the latest cut and truncated items; `null`
 * if all segments must be written anew: if too little would be saved, if that is cheaper, or if the caller has
 * instructions for the summary.
 */
export function planAppend(
  input: PlanInput,
  pruned: PrunedItems,
  places: readonly number[],
): Plan | null {
  const { instructions, resolved, state } = input;
  if (segmentsOf(state?.prefix ?? []).length === 0 || instructions !== undefined) return null;
  const sizes = sizesOf(resolved.segmentTokens, resolved.segmentUserTokens);
  const appending = { ...input, isAppend: true, resolved: { ...resolved, ...sizes } };
  const planWith = (kept: PrunedItems, place: number): Plan | null => {
    const plan = planSegment(appending, kept, place);
    return plan !== null && isCheaper(plan, input, kept) ? plan : null;
  };
  for (const place of places) {
    const plan = planWith(pruned, place);
    if (plan !== null) return plan;
  }
  const latest = places.at(-1);
  return latest === undefined ? null : planWith(truncateKept(appending, pruned, latest), latest);
}

function planSegment(appending: PlanInput, pruned: PrunedItems, place: number): Plan | null {
  const { limitTokens, resolved, tokensBefore } = appending;
  const covered = Math.floor(LARGEST_SHARE * sumOf(pruned.measured.slice(0, place)));
  const segmentTokens = Math.min(resolved.segmentTokens, covered);
  if (segmentTokens < LEAST_TOKENS) return null;
  const summaryTokens = segmentTokens + listTokensOf(appending);
  const sizes = sizesOf(summaryTokens, resolved.keepUserTokens);
  const input = { ...appending, targetTokens: limitTokens, resolved: { ...resolved, ...sizes } };
  const plan = planAt(input, pruned, place);
  if (plan.type !== "plan" || plan.isBrief || plan.summaryTokens < summaryTokens) return null;
  const most = Math.min(limitTokens, (1 - plan.minimumProgress) * tokensBefore);
  return tokensAfter(input, pruned, plan) <= most ? plan : null;
}

/** Returns the size of the file lists of the last compaction, which those of the next one replace. */
function listTokensOf({ estimator, state }: PlanInput): number {
  const lists = state?.prefix.filter(({ kind }) => kind === "digest") ?? [];
  return blockTokens(lists, estimator);
}

function sizesOf(summaryTokens: number, keepUserTokens: number) {
  return { keepUserTokens, summaryTokens, offlineSummaryTokens: summaryTokens };
}

/** Whether requests cost at most as much after a plan as after one that writes all segments anew. */
function isCheaper(plan: Plan, input: PlanInput, pruned: PrunedItems): boolean {
  const renewal = planAt(input, pruned, plan.cut.index);
  if (renewal.type !== "plan") return true;
  const { estimator, fixedTokens, limitTokens, measured } = input;
  // The prefix has the room of the file lists already.
  const after = tokensAfter(input, pruned, plan) - listTokensOf(input);
  const anew = tokensAfter(input, pruned, renewal);
  const written = after - fixedTokens - frozenTokens(plan.verbatim, estimator);
  const appended = costOf(written, limitTokens - after, measured);
  return appended <= costOf(anew - fixedTokens, limitTokens - anew, measured);
}

/** Returns the size of the request after a plan whose summary takes all of its room. */
function tokensAfter(input: PlanInput, { measured }: PrunedItems, plan: Plan): number {
  const kept = measured.slice(plan.cut.index).filter(({ item }) => !isPinOnly(item));
  return tokensAround(input, plan.verbatim, kept, false) + plan.offlineSummaryTokens;
}
