import { liveOf } from "../log/boundary.ts";
import { headMessages, type View, viewOf } from "../log/view.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import { isPinOnly } from "../model/item.ts";
import { emptyMark, type Guard, type History, type Mark } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import { MAX_MISSES, missed } from "../plan/guard.ts";
import type { Plan } from "../plan/plan.ts";
import { planCompaction } from "../plan/plan-compaction.ts";
import type { ToldLimit } from "../plan/told-limit.ts";
import { summaryFailure } from "../summarize/check-summary.ts";
import { commonPrefix } from "../tokens/common-prefix.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";
import { overheadTokens, tailTokens, viewTokens } from "../tokens/usage.ts";
import { decide } from "./decide.ts";
import { type Decision, type Engine, planOptions, policyOf } from "./engine.ts";
import { failureMessage, type HeldBy } from "./events.ts";
import type { Guidance } from "./guidance.ts";
import { makeSummary, type MadeSummary } from "./make-summary.ts";
import { nextMark } from "./next-mark.ts";
import type { Outcome } from "./outcome.ts";
import { type Scope, type Tell, teller } from "./tell.ts";

export type RunOptions = Guidance & {
  readonly reason: CompactionReason;
  readonly moment?: "before-request" | "after-answer";
  /** The newest item to cover. */
  readonly upTo?: string;
  /** For `overflow`: what the provider told of the request that it refused. */
  readonly told?: ToldLimit | null;
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
  readonly mark: Mark;
  readonly receipt: Receipt;
};

/** Why nothing is ready; `guard` is to be kept where this attempt must be remembered. */
export type Unprepared = {
  readonly type: "unprepared";
  readonly outcome: Exclude<Outcome, { type: "compacted" }>;
  readonly guard: Guard | null;
};

/**
 * Plans a compaction, asks the host, makes the summary and checks the result. Tells every step but `applied`, which is
 * the caller's, since only it knows when the mark is in force. Never throws for a summarizer's fault.
 */
export async function prepare(
  engine: Engine,
  history: History,
  request: Request,
  options: RunOptions,
): Promise<Prepared | Unprepared> {
  const { reason, scope } = options;
  const tell = teller(engine, reason, scope);
  const policy = policyOf(engine, request);
  const plan = planCompaction(history, policy, request, planOptions(engine, options));
  if (plan.type === "no-plan") {
    if (plan.why === "unknown-window") tellUnknown(engine, request.model ?? null, tell);
    else if (reason !== "threshold") tell({ type: "skipped", why: plan.why });
    return unprepared({ type: "unchanged", why: plan.why });
  }
  const tokensBefore = plan.type === "plan" ? plan.tokensBefore : plan.usage.tokens;
  tell({ type: "started", tokensBefore });
  const basis = { ...history, items: [...history.items] };
  try {
    requireUniqueIds(basis);
    if (plan.type === "no-room") throw tooSmall(plan.neededTokens, plan.limitTokens);
    tell({ type: "planned", plan });
    const signal = options.signal ?? new AbortController().signal;
    const decision = await decide(engine.before, plan, signal, tell);
    const prepared = await carryOut(
      engine,
      basis,
      request,
      plan,
      decision,
      { ...options, signal },
      tell,
    );
    return prepared;
  } catch (cause) {
    if (isNotSmaller(cause)) {
      tell({ type: "skipped", why: "not-smaller" });
      return unprepared(
        { type: "unchanged", why: "not-smaller" },
        miss(engine, basis, request, options, tell),
      );
    }
    if (isCutpointError(cause, "aborted")) {
      tell({ type: "cancelled" });
      return unprepared({ type: "cancelled" });
    }
    const error = asCutpointError(cause);
    tell({ type: "failed", error, message: failureMessage(reason, error) });
    return unprepared({ type: "failed", error }, miss(engine, basis, request, options, tell));
  }
}

function tellUnknown({ toldUnknown }: Engine, model: string | null, tell: Tell): void {
  if (toldUnknown.has(model)) return;
  toldUnknown.add(model);
  tell({ type: "unknown-window", model });
}

function unprepared(outcome: Unprepared["outcome"], guard: Guard | null = null): Unprepared {
  return { type: "unprepared", outcome, guard };
}

/** The history as it is once a prepared mark is in force. */
export function afterMark(history: History, mark: Mark): History {
  if (history.trimmed !== true) return { items: history.items, mark };
  const before = history.mark?.coveredThrough ?? null;
  if (mark.coveredThrough === before) return { ...history, mark };
  const covered = history.items.findLastIndex((item) => item.id === mark.coveredThrough);
  const kept = history.items.slice(covered + 1).filter((item) => !isPinOnly(item));
  return { items: kept, mark, trimmed: true };
}

/** The mark with a guard that must be remembered. */
export function withGuard(mark: Mark | null, guard: Guard | null): Mark | null {
  return guard === null ? mark : { ...(mark ?? emptyMark()), guard };
}

/**
 * Carries out a plan.
 *
 * @throws `summary-failed`, with the fault `not-smaller` where the result saves too little
 */
async function carryOut(
  engine: Engine,
  history: History,
  request: Request,
  plan: Plan,
  decision: Decision | undefined,
  options: RunOptions & { readonly signal: AbortSignal },
  tell: Tell,
): Promise<Prepared> {
  if (plan.rungs.length > 0) tell({ type: "pruned", rungs: plan.rungs });
  let shown: View | undefined;
  const viewBefore = (): View => (shown ??= viewOf(history));
  const finish = (made: MadeSummary | null): Prepared =>
    finished(engine, { history, viewBefore }, request, plan, made, options);
  if (plan.covered.length === 0) return finish(null);
  const { signal } = options;
  const guidance = options;
  const order = { engine, history, viewBefore, request, plan, decision, guidance, signal, tell };
  return makeSummary(order, (made) => {
    const { method, summaryTokens } = made;
    const calls = made.attempts.length;
    const prepared = finish(made);
    tell({ type: "summarized", method, summaryTokens, calls });
    return prepared;
  });
}

/** The mark and the receipt of a plan that was carried out, where the result is worth having. */
function finished(
  { cache, estimator }: Engine,
  { history, viewBefore }: { readonly history: History; readonly viewBefore: () => View },
  request: Request,
  plan: Plan,
  made: MadeSummary | null,
  options: RunOptions,
): Prepared {
  const { calibrations } = options.meter ?? createMeter(history, estimator);
  const mark = nextMark(history, plan, made, calibrations());
  const view = viewOf(afterMark(history, mark), request);
  const overhead = overheadTokens(request, estimator);
  const tokensAfter = viewTokens(view, estimator) + overhead;
  if (tokensAfter > plan.limitTokens)
    throw summaryFailure(
      "too-large",
      `the compacted view takes ${tokensAfter} tokens: it should take at most ${plan.limitTokens}`,
    );
  const saved = plan.tokensBefore - tokensAfter;
  const isForBytes = plan.rungs.some(({ name }) => name === "files");
  if ((saved <= 0 && !isForBytes) || saved < plan.minimumProgress * plan.tokensBefore)
    throw summaryFailure("not-smaller", `the compacted view takes ${tokensAfter} tokens`);
  const commonPrefixTokens = overhead + commonPrefix(viewBefore(), view, estimator);
  const attempts = made?.attempts ?? [];
  const cost = cache?.costOf(plan, { tokensAfter, commonPrefixTokens, attempts });
  return {
    type: "prepared",
    basis: history,
    plan,
    mark,
    receipt: {
      ...receiptOf(plan, mark, made, { tokensAfter, commonPrefixTokens }),
      ...(cost === undefined ? {} : { cost }),
    },
  };
}

/** What is to be remembered of an automatic compaction that came to nothing. */
function miss(
  engine: Engine,
  history: History,
  request: Request,
  { meter = createMeter(history, engine.estimator), reason }: RunOptions,
  tell: Tell,
): Guard | null {
  if (reason !== "threshold") return null;
  const { estimator } = engine;
  const viewNow =
    meter.viewTokens() + overheadTokens(request, estimator) + tailTokens(request, estimator);
  const guard = missed(history, viewNow);
  if (guard.misses === MAX_MISSES)
    tell({ type: "exhausted", heldBy: heldBy(engine, history, request) });
  return guard;
}

function heldBy({ estimator }: Engine, history: History, request: Request): HeldBy {
  const { items, mark } = liveOf(history);
  const head = mark === null ? [] : headMessages(mark);
  const sizes = items.map((item) => ({ id: item.id, tokens: estimator.estimate(item.message) }));
  return {
    requestTokens: overheadTokens(request, estimator) + tailTokens(request, estimator),
    headTokens: head.reduce((sum, message) => sum + estimator.estimate(message), 0),
    itemTokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0),
    largest: sizes.toSorted((left, right) => right.tokens - left.tokens)[0] ?? null,
  };
}

function receiptOf(
  plan: Plan,
  mark: Mark,
  made: MadeSummary | null,
  sizes: Pick<Receipt, "tokensAfter" | "commonPrefixTokens">,
): Omit<Receipt, "cost"> {
  const hiddenTokens = plan.rungs.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  const savedTokens = plan.tokensBefore - sizes.tokensAfter - hiddenTokens;
  const summary = { name: "summary", ids: [], savedTokens } as const;
  const clamped = plan.rungs.filter(({ name }) => name === "clamp").flatMap(({ ids }) => ids);
  return {
    reason: plan.reason,
    method: made?.method ?? "hidden",
    tokensBefore: plan.tokensBefore,
    ...sizes,
    rungs: made === null ? plan.rungs : [...plan.rungs, summary],
    covered: {
      items: plan.covered.length,
      tokens: plan.coveredTokens,
      firstId: plan.covered[0]?.id ?? null,
      lastId: plan.covered.at(-1)?.id ?? null,
    },
    kept: { items: plan.kept.length, tokens: plan.keptTokens },
    coveredThrough: mark.coveredThrough,
    firstKeptId: made === null ? (plan.kept[0]?.id ?? null) : mark.firstKeptId,
    splitTurnId: plan.cut.splitTurn?.id ?? null,
    carriedIds: plan.carried.ids,
    clampedIds: [...clamped, ...plan.carried.clampedIds],
    summaryTokens: made?.summaryTokens ?? 0,
    calls: made?.attempts.length ?? 0,
    attempts: made?.attempts ?? [],
    promptVersion: made?.promptVersion ?? null,
    shortText: made?.shortText ?? null,
    ...(made?.details === undefined ? {} : { details: made.details }),
    ...(made?.preserved === undefined ? {} : { preserved: made.preserved }),
  };
}

function requireUniqueIds({ items }: History): void {
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
