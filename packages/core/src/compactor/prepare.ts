import { visibleItems } from "../log/boundary.ts";
import { prefixMessages, type View, viewOf } from "../log/view.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import { isPinOnly } from "../model/item.ts";
import { emptyState, type Guard, type History, type CompactionState } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import { MAX_FAILURES, recordFailure } from "../plan/guard.ts";
import type { Plan } from "../plan/plan.ts";
import { planCompaction } from "../plan/plan-compaction.ts";
import type { ReportedLimit } from "../plan/told-limit.ts";
import { summaryFailure } from "../summarize/check-summary.ts";
import { commonPrefix } from "../tokens/common-prefix.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";
import { overheadTokens, tailTokens, viewTokens } from "../tokens/usage.ts";
import { askHook } from "./decide.ts";
import { type Decision, type ResolvedOptions, planOptions, policyOf } from "./engine.ts";
import { failureMessage, type TokenBreakdown } from "./events.ts";
import type { Guidance } from "./guidance.ts";
import { makeSummary, type SummaryResult } from "./make-summary.ts";
import { buildState } from "./next-mark.ts";
import type { FitOutcome } from "./outcome.ts";
import { type Scope, type Emit, createEmitter } from "./tell.ts";

export type RunOptions = Guidance & {
  readonly reason: CompactionReason;
  readonly moment?: "before-request" | "after-answer";
  /** The newest item to cover. */
  readonly upTo?: string;
  /** For `overflow`: what the provider told of the request that it refused. */
  readonly reportedLimit?: ReportedLimit | null;
  readonly signal?: AbortSignal;
  /** The session that compacts, told in events. */
  readonly scope?: Scope;
  /** The running sums of the history, where somebody keeps them. */
  readonly meter?: Meter;
};

/** A compaction that is ready to be applied: nothing has been changed yet. */
export type Prepared = {
  readonly type: "prepared";
  /** The history that it was planned upon, as it was then. */
  readonly basis: History;
  readonly plan: Plan;
  readonly state: CompactionState;
  readonly receipt: Receipt;
};

/** Why nothing is ready; `guard` is to be kept where this attempt must be remembered. */
export type Unprepared = {
  readonly type: "unprepared";
  readonly outcome: Exclude<FitOutcome, { type: "compacted" }>;
  readonly guard: Guard | null;
};

/**
 * Plans a compaction, asks the host, makes the summary and checks the result. Tells every step but `applied`, which is
 * the caller's, since only it knows when the state is in force. Never throws for a summarizer's fault.
 */
export async function prepare(
  engine: ResolvedOptions,
  history: History,
  request: Request,
  options: RunOptions,
): Promise<Prepared | Unprepared> {
  const { reason, scope } = options;
  const emit = createEmitter(engine, reason, scope);
  const policy = policyOf(engine, request);
  const plan = planCompaction(history, policy, request, planOptions(engine, options));
  if (plan.type === "no-plan") {
    if (plan.why === "unknown-window") reportUnknownWindow(engine, request.model ?? null, emit);
    else if (reason !== "threshold") emit({ type: "skipped", why: plan.why });
    return unprepared({ type: "unchanged", why: plan.why });
  }
  const tokensBefore = plan.type === "plan" ? plan.tokensBefore : plan.usage.tokens;
  emit({ type: "started", tokensBefore });
  const basis = { ...history, items: [...history.items] };
  try {
    assertUniqueIds(basis);
    if (plan.type === "no-room") throw tooSmall(plan.neededTokens, plan.limitTokens);
    emit({ type: "planned", plan });
    const signal = options.signal ?? new AbortController().signal;
    const decision = await askHook(engine.beforeCompaction, plan, signal, emit);
    const prepared = await carryOut(
      engine,
      basis,
      request,
      plan,
      decision,
      { ...options, signal },
      emit,
    );
    return prepared;
  } catch (cause) {
    if (isNotSmaller(cause)) {
      emit({ type: "skipped", why: "not-smaller" });
      return unprepared(
        { type: "unchanged", why: "not-smaller" },
        recordFailedAttempt(engine, basis, request, options, emit),
      );
    }
    if (isCutpointError(cause, "aborted")) {
      emit({ type: "cancelled" });
      return unprepared({ type: "cancelled" });
    }
    const error = asCutpointError(cause);
    emit({ type: "failed", error, message: failureMessage(reason, error) });
    return unprepared(
      { type: "failed", error },
      recordFailedAttempt(engine, basis, request, options, emit),
    );
  }
}

function reportUnknownWindow(
  { reportedUnknownModels }: ResolvedOptions,
  model: string | null,
  emit: Emit,
): void {
  if (reportedUnknownModels.has(model)) return;
  reportedUnknownModels.add(model);
  emit({ type: "unknown-window", model });
}

function unprepared(outcome: Unprepared["outcome"], guard: Guard | null = null): Unprepared {
  return { type: "unprepared", outcome, guard };
}

/** The history as it is once a prepared state is in force. */
export function withState(history: History, state: CompactionState): History {
  if (history.startsAtBoundary !== true) return { items: history.items, state };
  const before = history.state?.compactedThrough ?? null;
  if (state.compactedThrough === before) return { ...history, state };
  const covered = history.items.findLastIndex((item) => item.id === state.compactedThrough);
  const kept = history.items.slice(covered + 1).filter((item) => !isPinOnly(item));
  return { items: kept, state, startsAtBoundary: true };
}

/** The state with a guard that must be remembered. */
export function withGuard(
  state: CompactionState | null,
  guard: Guard | null,
): CompactionState | null {
  return guard === null ? state : { ...(state ?? emptyState()), guard };
}

/**
 * Carries out a plan.
 *
 * @throws `summary-failed`, with the fault `not-smaller` where the result saves too little
 */
async function carryOut(
  engine: ResolvedOptions,
  history: History,
  request: Request,
  plan: Plan,
  decision: Decision | undefined,
  options: RunOptions & { readonly signal: AbortSignal },
  emit: Emit,
): Promise<Prepared> {
  if (plan.steps.length > 0) emit({ type: "pruned", steps: plan.steps });
  let shown: View | undefined;
  const viewBefore = (): View => (shown ??= viewOf(history));
  const finish = (made: SummaryResult | null): Prepared =>
    finalize(engine, { history, viewBefore }, request, plan, made, options);
  if (plan.compacted.length === 0) return finish(null);
  const { signal } = options;
  const guidance = options;
  const order = { engine, history, viewBefore, request, plan, decision, guidance, signal, emit };
  return makeSummary(order, (made) => {
    const { method, summaryTokens } = made;
    const calls = made.attempts.length;
    const prepared = finish(made);
    emit({ type: "summarized", method, summaryTokens, calls });
    return prepared;
  });
}

/** The state and the receipt of a plan that was carried out, where the result is worth having. */
function finalize(
  { cache, estimator }: ResolvedOptions,
  { history, viewBefore }: { readonly history: History; readonly viewBefore: () => View },
  request: Request,
  plan: Plan,
  made: SummaryResult | null,
  options: RunOptions,
): Prepared {
  const { calibrations } = options.meter ?? createMeter(history, estimator);
  const state = buildState(history, plan, made, calibrations());
  const view = viewOf(withState(history, state), request);
  const overhead = overheadTokens(request, estimator);
  const tokensAfter = viewTokens(view, estimator) + overhead;
  if (tokensAfter > plan.limitTokens)
    throw summaryFailure(
      "too-large",
      `the compacted view takes ${tokensAfter} tokens: it should take at most ${plan.limitTokens}`,
    );
  const saved = plan.tokensBefore - tokensAfter;
  const isForBytes = plan.steps.some(({ name }) => name === "files");
  if ((saved <= 0 && !isForBytes) || saved < plan.minimumProgress * plan.tokensBefore)
    throw summaryFailure("not-smaller", `the compacted view takes ${tokensAfter} tokens`);
  const commonPrefixTokens = overhead + commonPrefix(viewBefore(), view, estimator);
  const attempts = made?.attempts ?? [];
  const cost = cache?.costOf(plan, { tokensAfter, commonPrefixTokens, attempts });
  return {
    type: "prepared",
    basis: history,
    plan,
    state,
    receipt: {
      ...buildReceipt(plan, state, made, { tokensAfter, commonPrefixTokens }),
      ...(cost === undefined ? {} : { cost }),
    },
  };
}

/** What is to be remembered of an automatic compaction that came to nothing. */
function recordFailedAttempt(
  engine: ResolvedOptions,
  history: History,
  request: Request,
  { meter = createMeter(history, engine.estimator), reason }: RunOptions,
  emit: Emit,
): Guard | null {
  if (reason !== "threshold") return null;
  const { estimator } = engine;
  const viewNow =
    meter.viewTokens() + overheadTokens(request, estimator) + tailTokens(request, estimator);
  const guard = recordFailure(history, viewNow);
  if (guard.failures === MAX_FAILURES)
    emit({ type: "gave-up", breakdown: breakdownOf(engine, history, request) });
  return guard;
}

function breakdownOf(
  { estimator }: ResolvedOptions,
  history: History,
  request: Request,
): TokenBreakdown {
  const { items, state } = visibleItems(history);
  const head = state === null ? [] : prefixMessages(state);
  const sizes = items.map((item) => ({ id: item.id, tokens: estimator.estimate(item.message) }));
  return {
    requestTokens: overheadTokens(request, estimator) + tailTokens(request, estimator),
    prefixTokens: head.reduce((sum, message) => sum + estimator.estimate(message), 0),
    itemTokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0),
    largest: sizes.toSorted((left, right) => right.tokens - left.tokens)[0] ?? null,
  };
}

function buildReceipt(
  plan: Plan,
  state: CompactionState,
  made: SummaryResult | null,
  sizes: Pick<Receipt, "tokensAfter" | "commonPrefixTokens">,
): Omit<Receipt, "cost"> {
  const hiddenTokens = plan.steps.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  const savedTokens = plan.tokensBefore - sizes.tokensAfter - hiddenTokens;
  const summary = { name: "summary", ids: [], savedTokens } as const;
  const clamped = plan.steps.filter(({ name }) => name === "truncate").flatMap(({ ids }) => ids);
  return {
    reason: plan.reason,
    method: made?.method ?? "pruning",
    tokensBefore: plan.tokensBefore,
    ...sizes,
    steps: made === null ? plan.steps : [...plan.steps, summary],
    compacted: {
      items: plan.compacted.length,
      tokens: plan.compactedTokens,
      firstId: plan.compacted[0]?.id ?? null,
      lastId: plan.compacted.at(-1)?.id ?? null,
    },
    kept: { items: plan.kept.length, tokens: plan.keptTokens },
    compactedThrough: state.compactedThrough,
    firstKeptId: made === null ? (plan.kept[0]?.id ?? null) : state.firstKeptId,
    splitTurnId: plan.cut.splitTurn?.id ?? null,
    verbatimIds: plan.verbatim.ids,
    truncatedIds: [...clamped, ...plan.verbatim.truncatedIds],
    summaryTokens: made?.summaryTokens ?? 0,
    attempts: made?.attempts ?? [],
    promptVersion: made?.promptVersion ?? null,
    shortText: made?.shortText ?? null,
    ...(made?.details === undefined ? {} : { details: made.details }),
    ...(made?.preserved === undefined ? {} : { preserved: made.preserved }),
  };
}

function assertUniqueIds({ items }: History): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) throw new CutpointError("duplicate-id", `item ${id} is in the history twice`);
    seen.add(id);
  }
}

function tooSmall(neededTokens: number, limitTokens: number): CutpointError {
  return new CutpointError(
    "budget-too-small",
    `system text, tools and what must stay need about ${neededTokens} tokens, and the limit is ${limitTokens}: ` +
      "use a larger window, or send less system text and tools",
  );
}

function isNotSmaller(cause: unknown): boolean {
  return isCutpointError(cause) && cause.failure?.fault === "not-smaller";
}

function asCutpointError(cause: unknown): CutpointError {
  if (isCutpointError(cause)) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CutpointError("summary-failed", `no summary could be made: ${message}`, { cause });
}
