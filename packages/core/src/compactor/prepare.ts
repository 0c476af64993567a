import { CutpointError, isCutpointError } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { Receipt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import { runInSlices } from "../message/steps.ts";
import { removesFiles } from "../plan/build-plan.ts";
import { MAX_FAILURES } from "../plan/guard.ts";
import type { NoRoom, Plan } from "../plan/plan.ts";
import { planTracked } from "../plan/plan-compaction.ts";
import { policyFor, resolvePolicy, windowFor } from "../plan/resolve-policy.ts";
import { summaryFailure } from "../summary/check-summary.ts";
import { createRedactor } from "../summary/redact.ts";
import { trackHistory } from "../tokens/tracked-history.ts";
import { messagesTokens } from "../tokens/estimator.ts";
import { commonPrefix, overheadTokens, tailTokens } from "../tokens/usage.ts";
import { visibleItems } from "../view/boundary.ts";
import { visiblePrefix } from "../view/view.ts";
import type { FitOptions } from "./fit-options.ts";
import { createEmitter, type Emit, failedStep, type TokenBreakdown } from "./events.ts";
import {
  type Basis,
  finalize,
  type PlanSummary,
  recordFailedAttempt,
  type Sizes,
} from "./finalize.ts";
import { askHook } from "./hooks.ts";
import type { FitOutcome } from "./outcome.ts";
import { runSummarizers, toSummaryFailure } from "./run-summarizers.ts";
import { givenPolicy, policyOf, type ResolvedOptions } from "./resolve-options.ts";
import type { CompactionRun, PlannedRun } from "./run.ts";
import { buildSummaryRequest } from "./summary-request.ts";

/** A compaction that can be applied. */
export type PreparedCompaction = {
  readonly type: "prepared";
  readonly plan: Plan;
  readonly state: CompactionState;
  readonly receipt: Receipt;
  /** Internal: used by `apply` if messages arrived in the meantime. */
  readonly basis: Omit<Basis, "plan">;
};

/** The outcome without a prepared compaction. Store `state`, which records a failed attempt. */
export type NotPrepared = {
  readonly type: "not-prepared";
  readonly outcome: Exclude<FitOutcome, { type: "compacted" }>;
  readonly state: CompactionState | null;
};

/**
 * Plans a compaction, calls the hook, makes the summary and checks the result, without effect. Emits every event except
 * `applied`. A failed summary is an outcome, not an error.
 *
 * @throws `invalid-input` if the policy is not valid
 */
export async function prepareCompaction(
  compaction: CompactionRun,
): Promise<PreparedCompaction | NotPrepared> {
  const { options, planOptions, request, tracked } = compaction;
  const { reason } = planOptions;
  const emit = createEmitter(options.onEvent, reason);
  const policy = policyOf(options, request);
  reportMisfits(options, request, emit);
  const plan = planTracked(tracked, policy, request, planOptions);
  const { state } = tracked.history;
  if (plan.type === "no-plan") {
    const { model = null } = request;
    if (plan.why === "unknown-window" && isNew(options, `model ${model}`))
      emit({ type: "unknown-window", model });
    else if (reason !== "threshold") emit({ type: "skipped", why: plan.why });
    return { type: "not-prepared", outcome: { type: "unchanged", why: plan.why }, state };
  }
  const tokensBefore = plan.type === "plan" ? plan.tokensBefore : plan.usage.tokens;
  emit({ type: "started", tokensBefore });
  const history = { ...tracked.history, items: [...tracked.history.items] };
  const run = { ...compaction, emit, history, viewBefore: tracked.view() };
  const failed = (): CompactionState | null =>
    reason === "threshold" ? recordAttempt(run) : state;
  try {
    assertUniqueIds(history);
    if (plan.type === "no-room") throw tooSmall(plan);
    emit({ type: "planned", plan });
    return await completePlan(run, plan);
  } catch (cause) {
    if (isCutpointError(cause, "aborted")) {
      emit({ type: "cancelled" });
      return { type: "not-prepared", outcome: { type: "cancelled" }, state };
    }
    if (isCutpointError(cause) && cause.failure?.fault === "not-smaller") {
      emit({ type: "skipped", why: "not-smaller" });
      const outcome = { type: "unchanged", why: "not-smaller" } as const;
      return { type: "not-prepared", outcome, state: failed() };
    }
    const error = isCutpointError(cause) ? cause : toSummaryFailure(cause);
    emit(failedStep(reason, error));
    return { type: "not-prepared", outcome: { type: "failed", error }, state: failed() };
  }
}

/** Calls the hook, makes the summary if the plan needs one, and checks the result. */
async function completePlan(run: PlannedRun, plan: Plan): Promise<PreparedCompaction> {
  const { emit, options, request } = run;
  const { signal = new AbortController().signal } = request;
  const onError = (error: unknown): void => emit({ type: "hook-failed", error });
  const decision = await askHook(options.beforeCompaction, plan, { signal, onError });
  if (plan.steps.length > 0) emit({ type: "pruned", steps: plan.steps });
  if (plan.compacted.length === 0) return checkedResult(run, plan, null);
  const redact = createRedactor(options.redact, onError);
  const material = await runInSlices(buildSummaryRequest(run, plan, redact), signal);
  const { digest, digestText, recallHint } = material;
  return runSummarizers({
    summarizer: options.summarizer,
    summaries: options.summaries,
    plan,
    request: material.request,
    redact: redact.text,
    guidance: request,
    decision,
    signal,
    onFailure: (by, error) => emit({ type: "summary-failed", by, error }),
    accept(summary) {
      const result = checkedResult(run, plan, { ...summary, digest, digestText, recallHint });
      const { attempts, method, summaryTokens } = summary;
      emit({ type: "summarized", method, summaryTokens, calls: attempts.length });
      return result;
    },
  });
}

/** @throws `summary-failed` with the fault `too-large` or `not-smaller` if the result is not worth applying */
function checkedResult(
  { history, options, request, tracked, viewBefore }: PlannedRun,
  plan: Plan,
  summary: PlanSummary | null,
): PreparedCompaction {
  const { cache, estimator, maxStateBytes } = options;
  const calibrations = tracked.meter(estimator).calibrations();
  const basis = { history, summary, calibrations, maxStateBytes };
  const overhead = overheadTokens(request, estimator);
  let next = tracked;
  const { receipt, state } = finalize({ ...basis, plan }, history, (after): Sizes => {
    next = trackHistory(after);
    const view = next.view(request);
    const tokensAfter = messagesTokens(view.messages, estimator) + overhead;
    assertWorthApplying(plan, tokensAfter);
    const commonPrefixTokens = overhead + commonPrefix(viewBefore, view, estimator);
    const attempts = summary?.attempts ?? [];
    const cost = cache?.costOf(plan, { tokensAfter, commonPrefixTokens, attempts });
    return { tokensAfter, commonPrefixTokens, ...(cost === undefined ? {} : { cost }) };
  });
  const prepared: PreparedCompaction = { type: "prepared", plan, state, receipt, basis };
  options.built.set(prepared, next);
  return prepared;
}

function assertWorthApplying(plan: Plan, tokensAfter: number): void {
  if (tokensAfter > plan.limitTokens)
    throw summaryFailure(
      "too-large",
      `the compacted view takes ${tokensAfter} tokens: expected at most ${plan.limitTokens}`,
    );
  const saved = plan.tokensBefore - tokensAfter;
  if ((saved <= 0 && !removesFiles(plan)) || saved < plan.minimumProgress * plan.tokensBefore)
    throw summaryFailure("not-smaller", `the compacted view takes ${tokensAfter} tokens`);
}

/** Records a failed automatic compaction. After too many, reports what fills the context. */
function recordAttempt(run: PlannedRun): CompactionState {
  const { emit, history, options, request, tracked } = run;
  const { estimator } = options;
  const requestTokens = overheadTokens(request, estimator) + tailTokens(request, estimator);
  const tokens = tracked.meter(estimator).viewTokens() + requestTokens;
  const state = recordFailedAttempt(history, tokens);
  if (state.guard.failures === MAX_FAILURES)
    emit({ type: "gave-up", breakdown: breakdownOf(history, requestTokens, options) });
  return state;
}

function breakdownOf(
  history: History,
  requestTokens: number,
  { estimator }: ResolvedOptions,
): TokenBreakdown {
  const { items } = visibleItems(history);
  const sizes = items.map((item) => ({ id: item.id, tokens: estimator.estimate(item.message) }));
  return {
    requestTokens,
    prefixTokens: messagesTokens(visiblePrefix(history), estimator),
    itemTokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0),
    largest: sizes.toSorted((left, right) => right.tokens - left.tokens)[0] ?? null,
  };
}

/** Settings that do not fit the window are reported once for each window. */
function reportMisfits(options: ResolvedOptions, request: FitOptions, emit: Emit): void {
  const given = givenPolicy(options, request);
  const { workingTokens: workingWindowTokens } = windowFor(given, request, options.catalog);
  if (workingWindowTokens === null) return;
  const { limitTokens, misfits } = resolvePolicy(
    policyFor(given, request.model),
    workingWindowTokens,
  );
  const isFixed = overheadTokens(request, options.estimator) >= limitTokens;
  const settings = [...misfits, ...(isFixed ? ["trigger"] : [])];
  if (settings.length > 0 && isNew(options, `${workingWindowTokens} ${settings.join()}`))
    emit({ type: "policy-adjusted", settings, workingWindowTokens });
}

/** The reports that are not repeated. After that many, each may be repeated once. */
export const MAX_REPORTED = 256;

function isNew({ reported }: ResolvedOptions, key: string): boolean {
  if (reported.size >= MAX_REPORTED && !reported.has(key)) reported.clear();
  return reported.size !== reported.add(key).size;
}

function assertUniqueIds({ items }: History): void {
  const seen = new Set<string>();
  for (const [place, { id }] of items.entries()) {
    if (seen.has(id))
      throw new CutpointError("duplicate-id", `items[${place}].id is "${id}": expected a new id`);
    seen.add(id);
  }
}

/** Returns the error of a request that does not fit. The message lists what must stay, in tokens. */
function tooSmall({ limitTokens, neededTokens, needs }: NoRoom): CutpointError {
  const list = Object.entries(needs).flatMap(([name, tokens]) =>
    tokens > 0 ? [`, ${tokens} of them for ${name}`] : [],
  );
  return new CutpointError(
    "budget-too-small",
    `the request needs at least ${neededTokens} tokens${list.join("")}: expected at most ${limitTokens}`,
  );
}
