import { CutpointError } from "../message/error.ts";
import { type History, withState } from "../message/history.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { Request } from "../message/request.ts";
import { learnedLimits, learnLimit, limitWindow } from "../plan/learned-limits.ts";
import type { NoPlan, Plan } from "../plan/plan.ts";
import { planTracked } from "../plan/plan-compaction.ts";
import { policyFor, windowFor } from "../plan/resolve-policy.ts";
import { createTracker, type TrackedHistory, trackHistory } from "../tokens/tracked-history.ts";
import { type ContextUsage, usageOf } from "../tokens/usage.ts";
import { boundaryWarnings, type View, viewOf } from "../view/view.ts";
import { historyFor, withoutThinking } from "./bound-thinking.ts";
import { createEmitter } from "./events.ts";
import { continuationOf, finalize } from "./finalize.ts";
import type { FitOptions, PrepareOptions } from "./fit-options.ts";
import { hasSameItems, isContinuation, takeSnapshot } from "./is-continuation.ts";
import type { CompactorOptions } from "./options.ts";
import type { FitOutcome, FitResult, RecoverResult } from "./outcome.ts";
import { isThinkingRefused, type Overflow, overflowOf } from "./overflow.ts";
import { type NotPrepared, prepareCompaction, type PreparedCompaction } from "./prepare.ts";
import { policyOf, type ResolvedOptions, resolveOptions } from "./resolve-options.ts";
import type { RunOptions } from "./run.ts";

/** Compacts histories that you store. It keeps no data between calls, so one compactor serves any number of conversations. */
export interface Compactor {
  /** Returns the size of the context. */
  usage(history: History, request?: Request): ContextUsage;
  /**
   * Returns what a compaction would do now. Calls no model.
   *
   * @throws `invalid-input` if the policy is not valid
   */
  plan(history: History, options?: FitOptions): Plan | NoPlan;
  /**
   * Plans a compaction and makes its summary, without effect. The result is plain data and can be applied later, also in
   * another process.
   *
   * With `error` it prepares the recovery of a failed request. The outcome is `thinking-dropped` if signed reasoning was
   * refused and the returned state leaves it out, `not-an-overflow` if the error is something else.
   */
  prepare(history: History, options?: PrepareOptions): Promise<PreparedCompaction | NotPrepared>;
  /**
   * Applies a prepared compaction to the current history. Messages that arrived in the meantime are kept after the cut.
   *
   * The outcome is `failed` with code `conflict` if more than that has changed.
   */
  apply(history: History, prepared: PreparedCompaction, request?: Request): FitResult;
  /**
   * Returns the view to send and compacts first if needed. Call it before every request, and store the returned `state`.
   *
   * @throws `invalid-input` if the policy is not valid, `unsupported-version` if a newer release wrote the state
   */
  fit(history: History, options?: FitOptions): Promise<FitResult>;
  /**
   * Returns a smaller view after a request that was too large; `retry` says whether to send it. There is one recovery for
   * each user message until the model answers. If the provider refused signed reasoning, the view has none and the outcome
   * is `thinking-dropped`.
   *
   * `error` is what the client threw, or an answer whose usage shows that its request did not fit. Store such an answer
   * with the finish reason `error`, or not at all.
   */
  recover(history: History, error: unknown, options?: FitOptions): Promise<RecoverResult>;
}

/**
 * Creates a compactor.
 *
 * @throws `invalid-input` if an option is not valid; the message names it
 */
export function createCompactor(options: CompactorOptions): Compactor {
  const resolved = resolveOptions(options);
  const { measure, track } = createTracker(resolved.estimator);

  const follow = (history: History, request: FitOptions): readonly [History, TrackedHistory] => {
    const tracked = track(history);
    if (request.moment === "after-answer") return [history, tracked];
    const now = historyFor(resolved, history, request);
    return [now, now === history ? tracked : track(now)];
  };

  const settle = async (history: History, request: PrepareOptions): Promise<FitResult> => {
    const [now, tracked] = follow(history, request);
    const found = await measure(now, tracked);
    const prepared = await prepareTracked(found, now, request);
    if (prepared.type === "prepared") {
      const result = applyPrepared(resolved, now, prepared, request);
      emitApplied(resolved, result);
      return result;
    }
    const isSame = prepared.state === now.state && found.history.items.length === now.items.length;
    const next = prepared.state === now.state ? now : { ...now, state: prepared.state };
    return unchanged(next, prepared.outcome, (isSame ? found : track(next)).view(request));
  };

  const prepareTracked = async (
    found: TrackedHistory,
    history: History,
    request: PrepareOptions,
  ): Promise<PreparedCompaction | NotPrepared> => {
    const { error } = request;
    if (error !== undefined && isThinkingRefused(resolved, error))
      return dropThinking(resolved, history, request);
    const overflow = error === undefined ? null : overflowOf(resolved, error, request);
    if (error !== undefined && overflow === null) {
      const outcome = { type: "unchanged", why: "not-an-overflow" } as const;
      return { type: "not-prepared", outcome, state: found.history.state };
    }
    const planOptions = planOptionsOf(resolved, request, overflow);
    const state = learnLimit(history.state, request.model, overflow?.reportedLimit ?? null);
    const isKnown = state === history.state;
    const learned = isKnown || state === null ? history : withState(history, state);
    const tracked = isKnown ? found : await measure(learned, track(learned));
    return prepareCompaction({ options: resolved, tracked, request, planOptions });
  };

  return {
    usage: (history, request = {}) => usageNow(resolved, track(history), request),
    plan(history, request = {}) {
      const policy = policyOf(resolved, request);
      const options = planOptionsOf(resolved, request, null);
      return planTracked(follow(history, request)[1], policy, request, options);
    },
    async prepare(history, request = {}) {
      const [now, tracked] = follow(history, request);
      return prepareTracked(await measure(now, tracked), now, request);
    },
    apply(history, prepared, request = {}) {
      return applyPrepared(resolved, follow(history, request)[0], prepared, request);
    },
    async fit(history, request = {}) {
      if (request.moment === "after-answer") {
        const usage = usageNow(resolved, track(history), request);
        createEmitter(resolved.onEvent, reasonOf(request))({ type: "turn-ended", usage });
      }
      return settle(history, request);
    },
    async recover(history, error, request = {}) {
      const result = await settle(history, { ...request, error: error ?? null });
      const { outcome } = result;
      const isDropped = outcome.type === "unchanged" && outcome.why === "thinking-dropped";
      if (outcome.type !== "compacted") return { ...result, retry: isDropped };
      const { receipt } = outcome;
      createEmitter(resolved.onEvent, "overflow")({ type: "recovered", receipt });
      return { ...result, retry: true };
    },
  };
}

function planOptionsOf(
  { cache, catalog, digest, estimator, findRules, now, reminders }: ResolvedOptions,
  request: FitOptions,
  overflow: Overflow | null,
): RunOptions {
  const { instructions, moment, upTo } = request;
  const reason = overflow === null ? reasonOf(request) : "overflow";
  const run = { reason, moment, upTo, instructions, reportedLimit: overflow?.reportedLimit };
  return {
    ...run,
    estimator,
    findRules,
    now,
    reminders,
    cache,
    catalog,
    toolKinds: digest.toolKinds,
  };
}

function reasonOf({ reason, force, upTo }: FitOptions): CompactionReason {
  return reason ?? (force === true || upTo !== undefined ? "manual" : "threshold");
}

function usageNow(
  options: ResolvedOptions,
  tracked: TrackedHistory,
  request: Request,
): ContextUsage {
  const learned = learnedLimits(tracked.history.state, request.model);
  const known = windowFor(policyOf(options, request), request, options.catalog);
  const window = limitWindow(known, learned);
  return usageOf(tracked.meter(options.estimator), request, window, options.estimator);
}

/** Handles a request whose signed reasoning was refused. This is not a compaction, so its number is not limited. */
function dropThinking(
  options: ResolvedOptions,
  history: History,
  request: FitOptions,
): NotPrepared {
  const without = withoutThinking(options, history, request);
  if (without !== null) createEmitter(options.onEvent, "overflow")({ type: "thinking-dropped" });
  const why = without === null ? "already-recovered" : "thinking-dropped";
  const { state } = without ?? history;
  return { type: "not-prepared", outcome: { type: "unchanged", why }, state };
}

function unchanged(history: History, outcome: FitOutcome, view: View): FitResult {
  return { view, state: history.state, history, outcome, warnings: view.warnings };
}

function applyPrepared(
  options: ResolvedOptions,
  history: History,
  prepared: PreparedCompaction,
  request: Request,
): FitResult {
  const { basis, plan, receipt } = prepared;
  const isCurrent =
    isContinuation(history, takeSnapshot(basis.history)) && hasSameItems(history, basis.history);
  if (!isCurrent) {
    const error = new CutpointError(
      "conflict",
      "the view changed while the compaction was prepared",
    );
    return unchanged(history, { type: "failed", error }, viewOf(history, request));
  }
  const hasArrived =
    history.items.length !== basis.history.items.length || history.state !== basis.history.state;
  const built = hasArrived ? undefined : options.built.get(prepared);
  const settled =
    built === undefined
      ? finalize({ ...basis, plan }, history, () => receipt)
      : { ...prepared, history: built.history };
  const next = trackHistory(settled.history);
  const view = next.view(request);
  return {
    view,
    state: settled.state,
    history: next.history,
    outcome: {
      type: "compacted",
      receipt: settled.receipt,
      ...continuationOf(plan, policyFor(policyOf(options, request), request.model)),
    },
    warnings: [...boundaryWarnings(basis.history), ...view.warnings],
  };
}

function emitApplied({ onEvent }: ResolvedOptions, { outcome, state }: FitResult): void {
  if (outcome.type !== "compacted" || state === null) return;
  const { receipt } = outcome;
  createEmitter(onEvent, receipt.reason)({ type: "applied", receipt, state });
}
