import type { History } from "../message/history.ts";
import { type Request, tailOf } from "../message/request.ts";
import type { CompactionState } from "../message/state.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { Meter } from "../tokens/meter.ts";
import { type TrackedHistory, trackHistory } from "../tokens/tracked-history.ts";
import {
  type ContextUsage,
  overheadTokens,
  tailTokens,
  usageOf,
  viewTokens,
} from "../tokens/usage.ts";
import { visibleItems } from "../view/boundary.ts";
import { withoutSignedReasoning } from "../view/valid-thinking.ts";
import { pruningPlan } from "./build-plan.ts";
import { fitCut } from "./choose-cut.ts";
import { holdReason } from "./guard.ts";
import {
  isWithinLimit,
  limitOfEstimate,
  type PlanInput,
  type PlanOptions,
  tightenAfterOverflow,
} from "./plan-input.ts";
import type { CachePolicy, NoPlan, Plan, UnchangedReason } from "./plan.ts";
import type { Policy, ResolvedPolicy } from "./policy.ts";
import { prune } from "./prune.ts";
import { fileLimitsFor, policyFor, resolvePolicy, windowFor } from "./resolve-policy.ts";
import { isDue } from "./trigger.ts";
import type { Reminder } from "./verbatim.ts";

/**
 * What a compaction of this history would do, or why there is none. Pure, without a model.
 *
 * @throws `invalid-input` where the policy does not fit the window
 */
export function planCompaction(
  history: History,
  policy: Policy,
  request: Request,
  options: PlanOptions,
): Plan | NoPlan {
  return planTracked(trackHistory(history), policy, request, options);
}

/** {@link planCompaction} of a history whose sums are known. */
export function planTracked(
  tracked: TrackedHistory,
  policy: Policy,
  request: Request,
  options: PlanOptions,
): Plan | NoPlan {
  const { estimator, reason = "threshold", moment = "before-request" } = options;
  const { history } = tracked;
  const meter = tracked.meter(estimator);
  const own = policyFor(policy, request.model);
  const usage = usageOf(meter, request, windowFor(policy, request, options.catalog), estimator);
  const none = (why: UnchangedReason): NoPlan => ({ type: "no-plan", why, usage });

  const isAsked = reason !== "threshold" && reason !== "overflow";
  if (own.enabled === false && !isAsked) return none("disabled");
  if (usage.windowTokens === null && reason === "threshold") return none("unknown-window");
  const systemTokens = request.system === undefined ? 0 : estimator.estimateText(request.system);
  const windowTokens = usage.workingWindowTokens ?? windowForUnknown(own, usage);
  const limits = fileLimitsFor(policy, request.model, options.catalog, windowTokens);
  const resolved = resolvePolicy(own, windowTokens, systemTokens, limits);
  if (reason === "threshold") {
    if (resolved.check !== "both" && resolved.check !== moment) return none("not-checked-now");
    if (!isFull(resolved, usage, meter)) return none("below-trigger");
  }
  const isNew = options.instructions !== undefined || options.upTo !== undefined;
  const resting = isNew ? null : holdReason(reason, history, usage, resolved);
  if (resting !== null) return none(resting);

  const input = createPlanInput(tracked, { request, resolved, usage, options });
  const tight =
    reason === "overflow" ? tightenAfterOverflow(input, options.reportedLimit ?? null) : input;
  const plan = applySteps(tight, options);
  if (plan.type !== "plan") return { ...plan, usage };
  const { cache } = options;
  if (cache === undefined || tight.isWarm !== true) return plan;
  const best = cheaper(plan, applySteps(tight, options, true), cache);
  const mayWait = reason === "threshold" && usage.tokens <= cache.ceilingOf(resolved.windowTokens);
  return mayWait && !isForBytes(best) && cache.netOf(best) < 0 ? none("cache-warm") : best;
}

/** What is worth more of two plans: one that changes much at once, and one that keeps most of what a warm cache has. */
function cheaper(whole: Plan, near: ReturnType<typeof applySteps>, cache: CachePolicy): Plan {
  return near.type === "plan" && cache.netOf(near) > cache.netOf(whole) ? near : whole;
}

function isForBytes({ steps }: Plan): boolean {
  return steps.some(({ name }) => name === "files");
}

function isFull(resolved: ResolvedPolicy, usage: ContextUsage, meter: Meter): boolean {
  const fullness = { tokens: usage.tokens, items: meter.itemCount() };
  return (
    isDue(resolved.trigger, resolved.windowTokens, fullness) ||
    (resolved.fileBytes !== null && meter.fileBytes() > resolved.fileBytes) ||
    (resolved.images !== null && meter.imageCount() > resolved.images)
  );
}

/** Where nobody knows the window and a compaction is asked for all the same: what is there now, and any number given. */
function windowForUnknown(policy: Policy, usage: ContextUsage): number {
  const { keepTokens = 0, summaryTokens = 0, targetTokens = 0 } = policy;
  return Math.max(1, usage.tokens, 2 * (keepTokens + summaryTokens + targetTokens));
}

function createPlanInput(
  tracked: TrackedHistory,
  {
    options,
    request,
    resolved,
    usage,
  }: {
    readonly request: Request;
    readonly resolved: ResolvedPolicy;
    readonly usage: ContextUsage;
    readonly options: PlanOptions;
  },
): PlanInput {
  const { cache, estimator, now = Date.now, reason = "threshold", upTo } = options;
  const { reminders = () => [] } = options;
  const { history } = tracked;
  const overhead = overheadTokens(request, estimator);
  const tokensBefore = shownTokensOf(tracked, request, estimator) + overhead;
  const { state, originals, ...visible } = visibleItems(history);
  // A compaction changes the view, so the model accepts no earlier signed reasoning after it.
  const isBound = state?.thinking?.isBound === true;
  const items = isBound ? visible.items.map(withoutSignedReasoning) : visible.items;
  const tail = tailTokens(request, estimator);
  const prefix = tracked.prefix();
  const first = prefix[0] ?? (state === null ? items[0]?.message : undefined);
  return {
    reason,
    state,
    prefix,
    resolved,
    estimator,
    reminders: [...reminders(), ...runningOf(state)],
    upTo,
    tokensBefore,
    isAboveWindow:
      usage.tokens > (usage.windowTokens ?? resolved.windowTokens) || reason === "overflow",
    fixedTokens: overhead + tail,
    tailTokens: tail,
    foremostTokens: overhead + (first?.role === "system" ? estimator.estimate(first) : 0),
    isWarm: cache?.isWarm(history, request.model, now()) ?? null,
    visible: items,
    originals,
    measured: items.map((item) => ({ item, tokens: estimator.estimate(item.message) })),
    keepTokens: Math.floor(resolved.keepTokens / Math.max(1, usage.calibration?.ratio ?? 1)),
    limitTokens: limitOfEstimate(resolved.targetTokens, tokensBefore, overhead, usage),
  };
}

function runningOf(state: CompactionState | null): readonly Reminder[] {
  const running = state?.subAgents ?? [];
  return running.length === 0 ? [] : [{ title: "Running sub-agents", text: running.join("\n") }];
}

/** The estimate of the view. The meter knows it unless messages are part of this request only. */
function shownTokensOf(
  tracked: TrackedHistory,
  request: Request,
  estimator: TokenEstimator,
): number {
  return tailOf(request).length === 0
    ? tracked.meter(estimator).viewTokens()
    : viewTokens(tracked.view(request), estimator);
}

/**
 * The ladder: what can be hidden first; where that is not enough, or a summary was asked for, the cut.
 *
 * @param isNear hides the newest, and no more than it must, so that a cache keeps most of what it has
 */
function applySteps(
  input: PlanInput,
  { toolKinds }: PlanOptions,
  isNear = false,
): ReturnType<typeof fitCut> {
  const { estimator, limitTokens, measured, reason, resolved, tokensBefore } = input;
  const excess = tokensBefore - limitTokens;
  const minimum = isNear ? Math.ceil(resolved.minimumProgress * tokensBefore) : null;
  const hidden = prune(measured, excess, {
    policy: resolved,
    estimator,
    kinds: toolKinds,
    minimum,
  });
  const isEnough = hidden.steps.length > 0 && isWithinLimit(input, hidden);
  const isSummaryAsked = reason !== "threshold" && reason !== "overflow";
  if (isEnough && !isSummaryAsked) return pruningPlan(input, hidden);
  return fitCut(input, hidden);
}
