import { overheadTokens, tailTokens } from "../tokens/usage.ts";
import { findRules } from "@cutpoint/rules";
import { isUserMessage, textOf } from "../message/message.ts";
import type { PrefixBlock } from "../message/state.ts";
import { mapInSteps, type Steps } from "../message/steps.ts";
import { visibleItems } from "../view/boundary.ts";
import { withoutSignedReasoning } from "../view/valid-thinking.ts";
import { pruningPlan } from "./build-plan.ts";
import type { DueCompaction } from "./check.ts";
import { fitCut, leastCut } from "./choose-cut.ts";
import { sumOf } from "./cut-point.ts";
import { tokensToKeep } from "./keep.ts";
import {
  limitOfEstimate,
  type PlanInput,
  prunedTokens,
  tightenAfterOverflow,
} from "./plan-input.ts";
import { type CachePolicy, type NoPlan, type NoRoom, type Plan, removesFiles } from "./plan.ts";
import type { PlanOptions } from "./plan-options.ts";
import { prune } from "./prune.ts";
import { quotesOf } from "./quotes.ts";
import { quotableAmong } from "./verbatim.ts";
import { targetTokensOf } from "./target.ts";
import type { ReadRules } from "./update-rules.ts";
import type { UnchangedReason } from "./unchanged-reason.ts";

/**
 * The share of the room for messages that a compaction at a task's end fills. `quoted`: if the model keeps passages, so
 * that less is needed of the rest. Measured; see docs/economics.md.
 */
const TASK_END_SHARE = { quoted: 0.4, other: 0.5 } as const;

/**
 * Returns what a due compaction would do, or why there is none. Pure, and calls no model. Plans for the items before the
 * first step.
 */
export function* planCompaction(due: DueCompaction): Steps<Plan | NoPlan> {
  const { isCounted, isFull, options, resolved, usage } = due;
  const { cache, moment = "before-request", reason = "threshold", reportedLimit = null } = options;
  const none = (why: UnchangedReason): NoPlan => ({ type: "no-plan", why, usage });
  const input = createPlanInput(due);
  const isOfCount = isCounted && reportedLimit !== null && reportedLimit.unit !== "tokens";
  const isForTokens = reason === "overflow" && !isOfCount;
  const tight = isForTokens ? tightenAfterOverflow(input, reportedLimit) : input;
  yield* mapInSteps(input.quotable, ({ original: { message } }) =>
    isUserMessage(message) ? input.readRules(message) : [],
  );
  const plan = isFull ? yield* applySteps(tight, moment) : pruneEarly(tight);
  if (plan === null) return none(isFull ? "nothing-to-compact" : "below-trigger");
  if (plan.type === "no-room") return { ...plan, usage };
  if (cache === undefined || tight.isWarm !== true) return plan;
  const best = isFull ? cheaper(plan, yield* applySteps(tight, moment, true), cache) : plan;
  const mayWait = reason === "threshold" && usage.tokens <= cache.ceilingOf(resolved.windowTokens);
  return mayWait && !removesFiles(best) && cache.netOf(best) < 0 ? none("cache-warm") : best;
}

/** Returns the better of two plans: one that prunes much at once, or one that changes little of a warm cache. */
function cheaper(whole: Plan, near: Plan | NoRoom | null, cache: CachePolicy): Plan {
  return near?.type === "plan" && cache.netOf(near) > cache.netOf(whole) ? near : whole;
}

function createPlanInput(due: DueCompaction): PlanInput {
  const { options, request, resolved, tracked, usage } = due;
  const { cache, estimator, now = Date.now, reason = "threshold", toolKinds } = options;
  const { reminders = () => [] } = options;
  const { history } = tracked;
  const overhead = overheadTokens(request, estimator);
  const meter = tracked.meter(estimator);
  const { state, originals, ...visible } = visibleItems(history);
  // A compaction changes the view, so the model accepts no earlier signed reasoning after it.
  const isBound = state?.thinking?.isBound === true;
  const items = visible.items.map((item) => (isBound ? withoutSignedReasoning(item) : item));
  const running = state?.subAgents ?? [];
  const tail = tailTokens(request, estimator);
  const tokensBefore = meter.viewTokens() + tail + overhead;
  const prefix = tracked.prefix();
  const first = prefix[0] ?? (state === null ? items[0]?.message : undefined);
  const measured = items.map((item) => ({ item, tokens: estimator.estimate(item.message) }));
  const estimated = (tokens: number): number =>
    limitOfEstimate(tokens, tokensBefore, overhead, usage);
  const windowTokens = usage.windowTokens ?? resolved.windowTokens;
  const fixedTokens = overhead + tail;
  const limitTokens = estimated(resolved.limitTokens);
  const target = estimated(targetTokensOf(resolved, measured));
  const quotes = options.compactTool === true ? quotesOf(history, estimator) : null;
  return {
    reason,
    state,
    prefix,
    resolved,
    estimator,
    reminders: [...reminders(), { title: "Running sub-agents", text: running.join("\n") }],
    quotes,
    readRules: createRuleReader(options),
    toolKinds,
    files: meter.files(),
    instructions: options.instructions,
    tokensBefore,
    isAboveWindow: usage.tokens > windowTokens || reason === "overflow",
    toolTokens: overhead - estimator.estimateText(request.system ?? ""),
    fixedTokens,
    tailTokens: tail,
    foremostTokens: overhead + (first?.role === "system" ? estimator.estimate(first) : 0),
    isWarm: cache === undefined ? null : cache.nextExpiry(history, request.model, now()) !== null,
    visible: items,
    originals: [...originals],
    quotable: quotableAmong(items, originals),
    measured,
    keepTokens: (kept) => tokensToKeep(resolved.keep, kept, usage.calibration?.ratio ?? 1),
    limitTokens,
    targetTokens:
      reason === "tool"
        ? Math.min(target, taskEndTarget(fixedTokens, limitTokens, quotes ?? []))
        : target,
    windowTokens: estimated(windowTokens),
    lastUserTokens: Number.POSITIVE_INFINITY,
    isAppend: false,
    cutsOpenCalls: false,
  };
}

/** Returns the size of a request after a compaction at a task's end. */
function taskEndTarget(
  fixedTokens: number,
  limitTokens: number,
  quotes: readonly PrefixBlock[],
): number {
  const share = quotes.length > 0 ? TASK_END_SHARE.quoted : TASK_END_SHARE.other;
  return Math.floor(fixedTokens + share * Math.max(0, limitTokens - fixedTokens));
}

/** Creates a function that reads each message once, since each cut that is tried and each plan needs its rules. */
function createRuleReader({ findRules: find = findRules, knownRules }: PlanOptions): ReadRules {
  return (message) => {
    const known = knownRules.get(message);
    if (known !== undefined) return known;
    const found = find(textOf(message));
    knownRules.set(message, found);
    return found;
  };
}

/**
 * Prunes, and chooses a cut if that is not enough or a summary was requested.
 *
 * @param isNear prunes the newest results first, and only as many as needed, so that more of a warm cache is kept
 */
function* applySteps(
  input: PlanInput,
  moment: PlanOptions["moment"],
  isNear = false,
): Steps<Plan | NoRoom | null> {
  const { limitTokens, reason, resolved, targetTokens, tokensBefore } = input;
  const minimum = isNear ? Math.ceil(resolved.minimumProgress * tokensBefore) : null;
  const pruned = prune(input, tokensBefore - (isNear ? limitTokens : targetTokens), minimum);
  yield;
  const isAutomatic = reason === "threshold" || reason === "overflow";
  const isEnough =
    isAutomatic &&
    pruned.steps.length > 0 &&
    leastCut(input, pruned) === 0 &&
    prunedTokens(input, pruned) <= limitTokens;
  if (isEnough) return pruningPlan(input, pruned);
  return yield* fitCut(input, pruned, moment !== "after-answer");
}

/** Prunes all that may be pruned; `null` if that saves too little. */
function pruneEarly(input: PlanInput): Plan | null {
  const { measured, resolved, tokensBefore } = input;
  if (resolved.prune === "none") return null;
  const pruned = prune(input, Number.POSITIVE_INFINITY, null);
  const plan = pruningPlan({ ...input, limitTokens: tokensBefore }, pruned);
  const { minimumSavings } = resolved.prune;
  const least = Math.max(1, minimumSavings, resolved.minimumProgress * tokensBefore);
  return sumOf(measured) - plan.keptTokens < least ? null : plan;
}
