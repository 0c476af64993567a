import { NO_COST } from "../message/cost.ts";
import type { Request } from "../message/request.ts";
import type { Meter } from "../tokens/meter.ts";
import type { TrackedHistory } from "../tokens/tracked-history.ts";
import { type ContextUsage, usageOf } from "../tokens/usage.ts";
import { holdReason } from "./guard.ts";
import { tokensNamed } from "./keep.ts";
import { exceedsFiles, learnedLimits, limitFiles, limitWindow } from "./learned-limits.ts";
import type { Unplanned } from "./plan.ts";
import type { PlanOptions } from "./plan-options.ts";
import type { LimitedPolicy, Policy, ResolvedPolicy } from "./policy.ts";
import {
  fileLimitsFor,
  modelLimits,
  policyFor,
  resolvePolicy,
  windowFor,
} from "./resolve-policy.ts";
import { isDue, needsWindow, type Trigger } from "./trigger.ts";
import type { UnchangedReason } from "./unchanged-reason.ts";

/** A compaction that should be planned, and what the check found. */
export type DueCompaction = {
  /** `near`: the trigger is not reached yet, so it can only be prepared. */
  readonly type: "due" | "near";
  readonly tracked: TrackedHistory;
  readonly request: Request;
  readonly options: PlanOptions;
  readonly resolved: ResolvedPolicy;
  readonly usage: ContextUsage;
  /** Whether the trigger is reached. Otherwise only that of pruning is. */
  readonly isFull: boolean;
  /** Whether the request has too many files or messages. */
  readonly isCounted: boolean;
};

/** Why no compaction is due. `resolved` is `null` if that did not depend on the sizes of the policy. */
export type NotDue = Unplanned & { readonly resolved: ResolvedPolicy | null };

/**
 * The share of the trigger's limit above which a size is near it. If the model asks for a compaction below it, there are
 * more compactions. Measured; see docs/economics.md.
 */
export const NEAR_SHARE = 0.9;

/** The share of the trigger's limit above which a compaction of an idle conversation is worth its loss of detail. */
const IDLE_SHARE = 0.5;

/**
 * Checks whether a compaction is due. Takes the same time at any length, since it reads running sums only.
 *
 * @throws `invalid-input` if the policy is not valid
 */
export function checkCompaction(
  tracked: TrackedHistory,
  policy: LimitedPolicy,
  request: Request,
  options: PlanOptions,
): DueCompaction | NotDue {
  const { estimator, reason = "threshold", moment = "before-request" } = options;
  const { history } = tracked;
  const meter = tracked.meter(estimator);
  const own = policyFor(policy, request.model);
  const learned = learnedLimits(history.state, request.model);
  const usage = contextUsage(tracked, policy, request, options);
  let resolved: ResolvedPolicy | null = null;
  const none = (why: UnchangedReason): NotDue => ({ type: "no-plan", why, usage, resolved });

  const isManual = !["threshold", "overflow", "tool"].includes(reason);
  if (own.enabled === false && !isManual) return none("disabled");
  const isKnown = usage.windowTokens !== null || !needsWindow(own.trigger);
  if (!isKnown && (reason === "threshold" || reason === "tool")) return none("unknown-window");
  const systemTokens = estimator.estimateText(request.system ?? "");
  const windowTokens = usage.workingWindowTokens ?? windowForUnknown(own, usage);
  const known = [modelLimits(policy, request.model, options.catalog), learned];
  const reported = options.reportedLimit ?? null;
  const counts = meter.files();
  const messages = meter.itemCount() + tracked.prefix().length;
  const limits = limitFiles(
    fileLimitsFor(policy, request.model, known, windowTokens),
    reported,
    counts,
  );
  resolved = resolvePolicy(own, windowTokens, systemTokens, limits);
  const isCounted = exceedsFiles(resolved, counts) || messages > resolved.messages;
  const isFull = reason !== "threshold" || isCounted || isReached(resolved.trigger, usage, meter);
  let isNear = false;
  const isEarly = (reason === "idle" && options.isForced !== true) || reason === "tool";
  const early = reason === "tool" ? NEAR_SHARE : IDLE_SHARE;
  if (isEarly && usage.tokens <= early * resolved.limitTokens) return none("below-trigger");
  if (reason === "threshold") {
    if (resolved.check !== "both" && resolved.check !== moment) return none("not-checked-now");
    const { limitTokens, prune } = resolved;
    const isPruned = prune !== "none" && isReached(prune.trigger, usage, meter);
    isNear = !isFull && !isPruned;
    if (isNear && usage.tokens <= NEAR_SHARE * limitTokens) return none("below-trigger");
  }
  const isNew = options.instructions !== undefined;
  const held = isNew ? null : holdReason(reason, history, usage, resolved);
  if (held !== null) return none(isNear ? "below-trigger" : held);
  const type = isNear ? "near" : "due";
  return { type, tracked, request, options, resolved, usage, isFull, isCounted };
}

/** Returns the size of the context, and what compactions cost so far. */
export function contextUsage(
  { history: { state }, meter }: TrackedHistory,
  policy: Policy,
  request: Request,
  { catalog, estimator }: Pick<PlanOptions, "catalog" | "estimator">,
): ContextUsage {
  const learned = learnedLimits(state, request.model);
  const window = limitWindow(windowFor(policy, request, catalog), learned);
  const cost = state?.cost ?? NO_COST;
  return { ...usageOf(meter(estimator), request, window, estimator), cost };
}

function isReached(trigger: Trigger, usage: ContextUsage, meter: Meter): boolean {
  const fullness = { tokens: usage.tokens, items: meter.itemCount() };
  return isDue(trigger, usage.workingWindowTokens ?? Number.POSITIVE_INFINITY, fullness);
}

/** For a compaction without a known window: the current size, or more if the policy's numbers need it. */
function windowForUnknown(policy: Policy, usage: ContextUsage): number {
  const { keep, summaryTokens = 0 } = policy;
  return Math.max(1, usage.tokens, 2 * (tokensNamed(keep) + summaryTokens));
}
