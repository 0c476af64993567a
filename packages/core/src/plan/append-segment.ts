import { isPinOnly } from "../message/item.ts";
import { segmentsOf } from "../message/state.ts";
import { frozenTokens, planAt, tokensAround } from "./build-plan.ts";
import { type MeasuredItem, sumOf } from "./cut-point.ts";
import type { PlanInput } from "./plan-input.ts";
import type { Plan } from "./plan.ts";
import type { PrunedItems } from "./prune.ts";
import { blockTokens } from "./verbatim.ts";

/** A smaller segment says too little, in tokens. */
const LEAST_TOKENS = 400;

/** The largest share of what it covers that the summary of a segment takes. */
const LARGEST_SHARE = 0.35;

/**
 * Returns the first plan that appends a segment and changes none; `null` if all segments must be written anew: if they
 * would fill too much of the room, too little would be saved, or the caller has instructions for the summary.
 */
export function planAppend(
  input: PlanInput,
  pruned: PrunedItems,
  places: readonly number[],
): Plan | null {
  const { instructions, resolved, state } = input;
  if (segmentsOf(state?.prefix ?? []).length === 0 || instructions !== undefined) return null;
  const lists = state?.prefix.filter(({ kind }) => kind === "digest") ?? [];
  const listTokens = blockTokens(lists, input.estimator);
  for (const place of places) {
    const covered = Math.floor(LARGEST_SHARE * sumOf(pruned.measured.slice(0, place)));
    const segmentTokens = Math.min(resolved.segmentTokens, covered);
    if (segmentTokens < LEAST_TOKENS) continue;
    // The file lists replace those of the last compaction, so the prefix has their room already.
    const summaryTokens = Math.min(resolved.summaryTokens, segmentTokens + listTokens);
    const keepUserTokens = resolved.segmentUserTokens;
    const sizes = { keepUserTokens, summaryTokens, offlineSummaryTokens: summaryTokens };
    const appending = {
      ...input,
      isAppend: true,
      targetTokens: input.limitTokens,
      resolved: { ...resolved, ...sizes },
    };
    const plan = planAt(appending, pruned, place);
    const kept = pruned.measured.slice(place).filter(({ item }) => !isPinOnly(item));
    if (plan.type === "plan" && isWorthAppending(appending, plan, kept)) return plan;
  }
  return null;
}

function isWorthAppending(input: PlanInput, plan: Plan, kept: readonly MeasuredItem[]): boolean {
  const { estimator, fixedTokens, resolved, tokensBefore } = input;
  const { prefixShare, summaryTokens } = resolved;
  const tokensAfter = tokensAround(input, plan.verbatim, kept, false) + summaryTokens;
  const added = blockTokens(plan.verbatim.user, estimator) + summaryTokens;
  const prefixTokens = frozenTokens(plan.verbatim, estimator) + added;
  return (
    !plan.isBrief &&
    plan.summaryTokens === summaryTokens &&
    prefixTokens <= prefixShare * (plan.limitTokens - fixedTokens) &&
    tokensAfter <= Math.min(plan.limitTokens, (1 - plan.minimumProgress) * tokensBefore)
  );
}
