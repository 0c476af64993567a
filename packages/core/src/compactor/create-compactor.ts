import { CutpointError } from "../message/error.ts";
import { type History, withState } from "../message/history.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { Request } from "../message/request.ts";
import { emptyState } from "../message/state.ts";
import { checkCompaction, contextUsage } from "../plan/check.ts";
import { isCompactionAsked } from "../plan/compact-call.ts";
import { learnLimit } from "../plan/learned-limits.ts";
import type { NoPlan, Plan } from "../plan/plan.ts";
import { policyFor } from "../plan/resolve-policy.ts";
import {
  createTracker,
  type TrackedHistory,
  type Tracker,
  trackHistory,
} from "../tokens/tracked-history.ts";
import type { ContextUsage } from "../tokens/usage.ts";
import { boundaryWarnings, type View, viewOf } from "../view/view.ts";
import { historyFor, withoutThinking } from "./bound-thinking.ts";
import type { Replacements } from "./clamp-intake.ts";
import { type CompactionEvent, createEmitter } from "./events.ts";
import { continuationOf, finalize } from "./finalize.ts";
import type { FitOptions, PrepareOptions } from "./fit-options.ts";
import { hasSameItems, isContinuation, takeSnapshot } from "./is-continuation.ts";
import type { CompactorOptions } from "./options.ts";
import type { FitOutcome, FitResult, RecoverResult } from "./outcome.ts";
import { refusalOf } from "./overflow.ts";
import { prepareCompaction } from "./prepare.ts";
import type { NotPrepared, PreparedCompaction } from "./prepared.ts";
import { policyOf, type ResolvedOptions, resolveOptions } from "./resolve-options.ts";
import type { CompactionRun, RunOptions } from "./run.ts";

/** Compacts histories that you store. It keeps no data between calls, so one compactor serves any number of conversations. */
export interface Compactor {
  /**
   * Calls a listener for each event of this compactor, like `onEvent`. Returns a function that removes the listener.
   *
   * @throws `invalid-input` if it is not a function
   */
  subscribe(listener: (event: CompactionEvent) => void): () => void;
  /** Returns the size of the context. */
  usage(history: History, request?: Request): ContextUsage;
  /**
   * Returns when the provider's cache of the conversation expires, in ms since the epoch; `null` without a cache policy,
   * or if the cache is cold. Before that, call `fit` with the reason `idle` if the user is away.
   */
  nextExpiry(history: History, request?: Request): number | null;
  /**
   * Returns what a compaction would do now. Calls no model.
   *
   * @throws `invalid-input` if the policy is not valid
   */
  plan(history: History, options?: FitOptions): Promise<Plan | NoPlan>;
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
  const engine: Engine = { options: resolved, ...createTracker(resolved.estimator) };
  return {
    subscribe: resolved.subscribe,
    usage: (history, request = {}) => usageNow(resolved, engine.track(history), request),
    nextExpiry: (history, { model } = {}) =>
      resolved.cache?.nextExpiry(engine.track(history).history, model, resolved.now()) ?? null,
    async plan(history, request = {}) {
      await resolved.loadCatalog(request.model);
      const { tracked } = await openClamped(engine, history, request);
      const planOptions = checkedOptions(resolved, tracked, request);
      const due = checkCompaction(tracked, policyOf(resolved, request), request, planOptions);
      if (due.type === "no-plan") return due;
      if (due.type === "near") return { type: "no-plan", why: "below-trigger", usage: due.usage };
      return (await import("../plan/plan-compaction.ts")).planCompaction(due);
    },
    async prepare(history, request = {}) {
      const { run } = await start(engine, history, request);
      return "type" in run ? run : prepareCompaction(run);
    },
    apply: (history, prepared, request = {}) =>
      applyPrepared(
        resolved,
        withPreviews(open(engine, history, request).history, prepared.basis.previews),
        prepared,
        request,
      ),
    async fit(history, request = {}) {
      if (request.moment === "after-answer") {
        await resolved.loadCatalog(request.model);
        const usage = usageNow(resolved, engine.track(history), request);
        createEmitter(resolved.onEvent, reasonOf(request))({ type: "turn-ended", usage });
      }
      return prepareAndApply(engine, history, request);
    },
    async recover(history, error, request = {}) {
      const result = await prepareAndApply(engine, history, { ...request, error: error ?? null });
      const { outcome } = result;
      const isDropped = outcome.type === "unchanged" && outcome.why === "thinking-dropped";
      if (outcome.type !== "compacted") return { ...result, retry: isDropped };
      const { receipt } = outcome;
      createEmitter(resolved.onEvent, "overflow")({ type: "recovered", receipt });
      return { ...result, retry: true };
    },
  };
}

type Engine = Tracker & { readonly options: ResolvedOptions };

/** A history as a request changes it, and its running sums. */
type Opened = { readonly history: History; readonly tracked: TrackedHistory };

function open({ options, track }: Engine, given: History, request: FitOptions): Opened {
  const tracked = track(given);
  if (request.moment === "after-answer") return { history: given, tracked };
  const history = historyFor(options, given, request);
  return { history, tracked: history === given ? tracked : track(history) };
}

/** Opens a history with previews of its new large results. */
async function openClamped(
  engine: Engine,
  given: History,
  request: FitOptions,
): Promise<Opened & Pick<CompactionRun, "previews">> {
  const opened = open(engine, given, request);
  const policy = policyFor(policyOf(engine.options, request), request.model);
  if (policy.intake === undefined) return opened;
  const { clampIntake } = await import("./clamp-intake.ts");
  const previews = clampIntake(engine.options.estimator, opened.history, request, policy);
  if (previews === null) return opened;
  const history = withPreviews(opened.history, previews);
  return { history, tracked: engine.track(history), previews };
}

/** Returns a history that shows previews of some results. */
function withPreviews(history: History, previews: Replacements | undefined): History {
  if (previews === undefined) return history;
  const before = history.state ?? emptyState();
  return withState(history, { ...before, replacements: { ...before.replacements, ...previews } });
}

/** An opened history, and what to prepare. It is known not to be needed after some errors. */
type Start = Opened & { readonly run: CompactionRun | NotPrepared };

async function start(engine: Engine, given: History, request: PrepareOptions): Promise<Start> {
  const { options } = engine;
  await options.loadCatalog(request.model);
  const { history, tracked: unmeasured, ...shown } = await openClamped(engine, given, request);
  const tracked = await engine.measure(history, unmeasured);
  const opened = { history, tracked, ...shown };
  if (request.error !== undefined) return startRecovery(engine, opened, request);
  const planOptions = checkedOptions(options, tracked, request);
  return { history, tracked, run: { options, tracked, request, planOptions, ...shown } };
}

/** Starts a compaction after an error, with the limit that the provider reported. */
async function startRecovery(
  { measure, options, track }: Engine,
  opened: Opened & Pick<CompactionRun, "previews">,
  request: PrepareOptions,
): Promise<Start> {
  const { history, tracked, ...shown } = opened;
  const refusal = await refusalOf(options, request.error, request);
  if (refusal?.type === "bound-thinking")
    return { ...opened, run: dropThinking(options, history, request) };
  if (refusal === null) {
    const outcome = { type: "unchanged", why: "not-an-overflow" } as const;
    return { ...opened, run: { type: "not-prepared", outcome, state: tracked.history.state } };
  }
  const { reportedLimit } = refusal;
  const planOptions = planOptionsOf(options, request, {
    reason: "overflow",
    reportedLimit,
  });
  const run = { options, tracked, request, planOptions, ...shown };
  const state = learnLimit(history.state, request.model, reportedLimit);
  if (state === null || state === history.state) return { ...opened, run };
  const learned = withState(history, state);
  return { ...opened, run: { ...run, tracked: await measure(learned, track(learned)) } };
}

async function prepareAndApply(
  engine: Engine,
  given: History,
  request: PrepareOptions,
): Promise<FitResult> {
  const { options, track } = engine;
  const { history, run, tracked } = await start(engine, given, request);
  const prepared = "type" in run ? run : await prepareCompaction(run);
  if (prepared.type === "prepared") {
    const result = applyPrepared(options, history, prepared, request);
    emitApplied(options, result);
    return result;
  }
  const isSameState = prepared.state === history.state;
  const isSame = isSameState && tracked.history.items.length === history.items.length;
  const next = isSameState ? history : { ...history, state: prepared.state };
  return unchanged(next, prepared.outcome, (isSame ? tracked : track(next)).view(request));
}

/** Returns the options of a check. A compaction that the model asked for replaces it if it is due. */
function checkedOptions(
  options: ResolvedOptions,
  tracked: TrackedHistory,
  request: FitOptions,
): RunOptions {
  const checked = planOptionsOf(options, request, { reason: reasonOf(request) });
  const isPossible = options.compactTool === true && checked.reason === "threshold";
  if (!isPossible || !isCompactionAsked(tracked.history)) return checked;
  const asked = { ...checked, reason: "tool" } as const;
  const { type } = checkCompaction(tracked, policyOf(options, request), request, asked);
  return type === "due" ? asked : checked;
}

function planOptionsOf(
  options: ResolvedOptions,
  { force, instructions, moment }: FitOptions,
  run: Pick<RunOptions, "reason" | "reportedLimit">,
): RunOptions {
  const { cache, catalog, compactTool, estimator, findRules, now, reminders, toolKinds } = options;
  return {
    ...run,
    isForced: force,
    moment,
    instructions,
    estimator,
    findRules,
    now,
    reminders,
    cache,
    catalog,
    compactTool,
    toolKinds,
  };
}

function reasonOf({ reason, force }: FitOptions): CompactionReason {
  return reason ?? (force === true ? "manual" : "threshold");
}

function usageNow(
  options: ResolvedOptions,
  tracked: TrackedHistory,
  request: Request,
): ContextUsage {
  return contextUsage(tracked, policyOf(options, request), request, options);
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
