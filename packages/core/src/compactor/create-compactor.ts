import { type History, withState } from "../message/history.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { Request } from "../message/request.ts";
import { runInSlices } from "../message/steps.ts";
import { checkCompaction, contextUsage } from "../plan/check.ts";
import { isCompactionAsked } from "../plan/compact-call.ts";
import { learnLimit } from "../plan/learned-limits.ts";
import type { NoPlan, Plan } from "../plan/plan.ts";
import { createTracker, type TrackedHistory } from "../tokens/tracked-history.ts";
import type { ContextUsage } from "../tokens/usage.ts";
import { applyPrepared, emitApplied, unchanged } from "./apply-prepared.ts";
import { withoutThinking } from "./bound-thinking.ts";
import { type CompactionEvent, createEmitter } from "./events.ts";
import type { FitOptions, PrepareOptions } from "./fit-options.ts";
import {
  type Engine,
  type Opened,
  openHistory,
  openWithPreviews,
  withPreviews,
} from "./open-history.ts";
import type { CompactorOptions } from "./options.ts";
import type { FitResult, RecoverResult } from "./outcome.ts";
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
      const { tracked } = await openWithPreviews(engine, history, request);
      const planOptions = checkedOptions(resolved, tracked, request);
      const due = checkCompaction(tracked, policyOf(resolved, request), request, planOptions);
      const { usage } = due;
      if (due.type === "no-plan") return { type: "no-plan", why: due.why, usage };
      if (due.type === "near") return { type: "no-plan", why: "below-trigger", usage };
      const { planCompaction } = await import("../plan/plan-compaction.ts");
      return runInSlices(planCompaction(due));
    },
    async prepare(history, request = {}) {
      const { run } = await start(engine, history, request);
      return "type" in run ? run : prepareCompaction(run);
    },
    apply: (history, prepared, request = {}) =>
      applyPrepared(
        resolved,
        withPreviews(openHistory(engine, history, request).history, prepared.basis.previews),
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

/** An opened history, and what to prepare. It is known not to be needed after some errors. */
type Start = Opened & { readonly run: CompactionRun | NotPrepared };

/** Opens a history. After an error, it has the limit that the provider reported. */
async function start(engine: Engine, given: History, request: PrepareOptions): Promise<Start> {
  const { measure, options, track } = engine;
  await options.loadCatalog(request.model);
  const { history, previews, tracked: unmeasured } = await openWithPreviews(engine, given, request);
  const tracked = await measure(history, unmeasured);
  const startOf = (run: Start["run"]): Start => ({ history, tracked, run });
  const run = { options, tracked, request, previews };
  if (request.error === undefined)
    return startOf({ ...run, planOptions: checkedOptions(options, tracked, request) });
  const refusal = await refusalOf(options, request.error, request);
  if (refusal === null) {
    const outcome = { type: "unchanged", why: "not-an-overflow" } as const;
    return startOf({ type: "not-prepared", outcome, state: tracked.history.state });
  }
  if (refusal.type === "bound-thinking") return startOf(dropThinking(options, history, request));
  const { reportedLimit } = refusal;
  const planOptions = planOptionsOf(options, request, { reason: "overflow", reportedLimit });
  const state = learnLimit(history.state, request.model, reportedLimit);
  if (state === null || state === history.state) return startOf({ ...run, planOptions });
  const learned = withState(history, state);
  return startOf({ ...run, planOptions, tracked: await measure(learned, track(learned)) });
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
  { force: isForced, instructions, moment }: FitOptions,
  run: Pick<RunOptions, "reason" | "reportedLimit">,
): RunOptions {
  return { ...options, ...run, isForced, instructions, moment };
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
