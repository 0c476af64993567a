import { CutpointError, isCutpointError } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { CompactionState } from "../message/state.ts";
import { runInSlices, type Steps } from "../message/steps.ts";
import type { DueCompaction } from "../plan/check.ts";
import { MAX_FAILURES } from "../plan/guard.ts";
import { type NoRoom, type Plan, removesFiles } from "../plan/plan.ts";
import { planCompaction } from "../plan/plan-compaction.ts";
import { summaryFailure, toSummaryFailure } from "../summary/failure.ts";
import { createRedactor } from "../summary/redact.ts";
import { trackHistory } from "../tokens/tracked-history.ts";
import { messagesTokens } from "../tokens/estimator.ts";
import { commonPrefix, overheadTokens, tailTokens } from "../tokens/usage.ts";
import { visibleItems } from "../view/boundary.ts";
import { visiblePrefix } from "../view/view.ts";
import { costOf } from "./compaction-cost.ts";
import { type Emit, failedStep, type TokenBreakdown } from "./events.ts";
import { finalize, type PlanSummary, recordFailedAttempt, type Sizes } from "./finalize.ts";
import { askHook } from "./hooks.ts";
import { notPlanned } from "./prepare.ts";
import type { NotPrepared, PreparedCompaction } from "./prepared.ts";
import { runSummarizers } from "./run-summarizers.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import type { CompactionRun, PlannedRun } from "./run.ts";
import { buildSummaryRequest } from "./summary-request.ts";

/** Plans a due compaction and prepares its result. */
export async function prepareDue(
  compaction: CompactionRun & { readonly emit: Emit },
  due: DueCompaction,
): Promise<PreparedCompaction | NotPrepared> {
  const { emit, planOptions, tracked } = compaction;
  const { reason } = planOptions;
  const { state } = tracked.history;
  const history = { ...tracked.history, items: [...tracked.history.items] };
  const run = { ...compaction, history, viewBefore: tracked.view() };
  const plan = await runInSlices(planCompaction(due));
  if (plan.type === "no-plan") return notPlanned(compaction, plan.why, emit);
  const tokensBefore = plan.type === "plan" ? plan.tokensBefore : plan.usage.tokens;
  emit({ type: "started", tokensBefore });
  const failed = (error: CutpointError): CompactionState | null =>
    reason === "threshold" ? recordAttempt(run, error) : state;
  try {
    await runInSlices(assertUniqueIds(history));
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
      return { type: "not-prepared", outcome, state: failed(cause) };
    }
    const error = isCutpointError(cause) ? cause : toSummaryFailure(cause);
    emit(failedStep(reason, error));
    return { type: "not-prepared", outcome: { type: "failed", error }, state: failed(error) };
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
  run: PlannedRun,
  plan: Plan,
  summary: PlanSummary | null,
): PreparedCompaction {
  const { history, options, request, tracked, viewBefore } = run;
  const { estimator, maxStateBytes } = options;
  const calibrations = tracked.meter(estimator).calibrations();
  const { previews } = run;
  const basis = { history, summary, calibrations, maxStateBytes, previews };
  const overhead = overheadTokens(request, estimator);
  let next = tracked;
  const { receipt, state } = finalize({ ...basis, plan }, history, (after): Sizes => {
    next = trackHistory(after);
    const view = next.view(request);
    const tokensAfter = messagesTokens(view.messages, estimator) + overhead;
    assertWorthApplying(plan, tokensAfter);
    const commonPrefixTokens = overhead + commonPrefix(viewBefore, view, estimator);
    const rewritten = tokensAfter - commonPrefixTokens;
    const cost = costOf(run, rewritten, summary?.attempts ?? []);
    return { tokensAfter, commonPrefixTokens, cost };
  });
  next.setState(state);
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
function recordAttempt(run: PlannedRun, { failure }: CutpointError): CompactionState {
  const { emit, history, options, request, tracked } = run;
  const { estimator } = options;
  const requestTokens = overheadTokens(request, estimator) + tailTokens(request, estimator);
  const tokens = tracked.meter(estimator).viewTokens() + requestTokens;
  const cost = costOf(run, 0, failure?.attempts ?? []);
  const state = recordFailedAttempt(history, tokens, cost);
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

function* assertUniqueIds({ items }: History): Steps<void> {
  const seen = new Set<string>();
  for (const [place, { id }] of items.entries()) {
    if (seen.has(id))
      throw new CutpointError("duplicate-id", `items[${place}].id is "${id}": expected a new id`);
    seen.add(id);
    if (place % 1_000 === 0) yield;
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
