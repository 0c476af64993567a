import { liveOf } from "../log/boundary.ts";
import { viewOf } from "../log/view.ts";
import { digestOf } from "../digest/digest.ts";
import { renderDigest } from "../digest/render-digest.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import type { History, Mark } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import { type Plan, planCompaction } from "../plan/plan.ts";
import type { Summary } from "../summarize/summarizer.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";
import { overheadTokens, viewTokens } from "../tokens/usage.ts";
import { type Decision, type Engine, planOptions } from "./engine.ts";
import { type CompactionEvent, failureMessage } from "./events.ts";
import { isPinOnly, nextMark } from "./next-mark.ts";
import type { Outcome } from "./outcome.ts";

export type RunOptions = {
  readonly reason: CompactionReason;
  /** What the summary should attend to. */
  readonly instructions?: string;
  readonly signal?: AbortSignal;
  /** The session that compacts, told in events. */
  readonly sessionId?: string;
  /** The running sums of the history, where somebody keeps them. */
  readonly meter?: Meter;
};

/** A compaction that is ready to be applied: nothing has been changed yet. */
export type Prepared = {
  readonly type: "prepared";
  readonly plan: Plan;
  readonly mark: Mark;
  readonly receipt: Receipt;
};

/** How much of the summary's budget the file lists and other facts may take. */
const DIGEST_SHARE = 0.3;

/**
 * Plans a compaction, asks the host, makes the summary and checks the result. Tells every step but `applied`, which is
 * the caller's, since only it knows when the mark is in force. Never throws for a summarizer's fault.
 */
export async function prepare(
  engine: Engine,
  history: History,
  request: Request,
  options: RunOptions,
): Promise<Prepared | Exclude<Outcome, { type: "compacted" }>> {
  const { meter, reason, sessionId } = options;
  const tell = teller(engine, reason, sessionId);
  const plan = planCompaction(history, engine.policy, request, planOptions(engine, reason, meter));
  if (plan.type === "no-plan") {
    if (reason !== "threshold") tell({ type: "skipped", why: plan.why });
    return { type: "unchanged", why: plan.why };
  }
  tell({
    type: "started",
    tokensBefore: plan.type === "plan" ? plan.tokensBefore : plan.usage.tokens,
  });
  try {
    if (plan.type === "no-room") throw tooSmall(plan.neededTokens, plan.limitTokens);
    requireUniqueIds(history);
    tell({ type: "planned", plan });
    const signal = options.signal ?? new AbortController().signal;
    const decision = await decide(engine, plan, signal, tell);
    if (decision?.type === "cancel" || signal.aborted) {
      tell({ type: "cancelled" });
      return { type: "cancelled" };
    }
    const prepared = await summarized(
      engine,
      history,
      request,
      plan,
      { ...options, signal },
      decision,
      tell,
    );
    if (prepared.type === "prepared") return prepared;
    tell({ type: "skipped", why: prepared.why });
    return prepared;
  } catch (cause) {
    if (isCutpointError(cause, "aborted")) {
      tell({ type: "cancelled" });
      return { type: "cancelled" };
    }
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("summary-failed", `no summary could be made: ${messageOf(cause)}`, {
          cause,
        });
    tell({ type: "failed", error, message: failureMessage(reason, error) });
    return { type: "failed", error };
  }
}

/** Tells one step of a run; a listener that throws is not heard and does no harm. */
export function teller(
  engine: Engine,
  reason: CompactionReason,
  sessionId: string | undefined,
): (step: Step) => void {
  return (step) => {
    const event: CompactionEvent = {
      ...step,
      reason,
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    try {
      engine.onEvent(event);
    } catch {
      return;
    }
  };
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;
export type Step = DistributiveOmit<CompactionEvent, "reason" | "sessionId">;

/** The history as it is once a prepared mark is in force. */
export function afterMark(history: History, mark: Mark): History {
  if (history.trimmed !== true) return { items: history.items, mark };
  const covered = history.items.findLastIndex((item) => item.id === mark.coveredThrough);
  const kept = history.items.slice(covered + 1).filter((item) => !isPinOnly(item));
  return { items: kept, mark, trimmed: true };
}

async function decide(
  engine: Engine,
  plan: Plan,
  signal: AbortSignal,
  tell: (step: Step) => void,
): Promise<Decision | undefined> {
  try {
    return (await engine.before?.(plan, signal)) ?? undefined;
  } catch (error) {
    tell({ type: "hook-failed", error });
    return undefined;
  }
}

type Run = Required<Pick<RunOptions, "signal">> & RunOptions;

async function summarized(
  engine: Engine,
  history: History,
  request: Request,
  plan: Plan,
  run: Run,
  decision: Decision | undefined,
  tell: (step: Step) => void,
): Promise<Prepared | { readonly type: "unchanged"; readonly why: "not-smaller" }> {
  const { estimator } = engine;
  const before = liveOf(history).mark;
  const digest = digestOf(plan.covered, before?.digest ?? null, {
    ...engine.digest,
    ...(before === null ? {} : { replaced: before.replaced }),
  });
  const digestText = renderDigest(digest, {
    maxTokens: Math.floor(plan.summaryTokens * DIGEST_SHARE),
    estimator,
  });
  const maxTokens = plan.summaryTokens - estimator.estimateText(digestText);
  const summary =
    decision?.type === "supply"
      ? { text: decision.summary.text, method: "supplied", calls: 0 }
      : await untilAborted(run.signal, summarize(engine, plan, before, digest, maxTokens, run));
  const text = summary.text.toWellFormed();
  requireUsable(text, maxTokens, engine);
  const summaryTokens = estimator.estimateText(text);
  tell({ type: "summarized", method: summary.method, summaryTokens, calls: summary.calls });

  const { calibrations } = run.meter ?? createMeter(history, estimator);
  const mark = nextMark(history, plan, {
    summary: text,
    digest,
    digestText,
    calibrations: calibrations(),
  });
  const view = viewOf(afterMark(history, mark), request.tail);
  const tokensAfter = viewTokens(view, estimator) + overheadTokens(request, estimator);
  if (tokensAfter > plan.limitTokens)
    throw new CutpointError(
      "summary-failed",
      `with the summary of ${summary.method} the view takes ${tokensAfter} tokens: it should take at most ${plan.limitTokens}`,
    );
  const saved = plan.tokensBefore - tokensAfter;
  if (saved <= 0 || saved < plan.minimumProgress * plan.tokensBefore)
    return { type: "unchanged", why: "not-smaller" };
  return {
    type: "prepared",
    plan,
    mark,
    receipt: receiptOf(plan, mark, summary, summaryTokens, tokensAfter),
  };
}

function summarize(
  engine: Engine,
  plan: Plan,
  before: Mark | null,
  digest: NonNullable<Mark["digest"]>,
  maxTokens: number,
  run: Run,
): Promise<Summary> {
  const start = plan.cut.splitTurn?.index ?? plan.covered.length;
  const previous = before?.head.find((piece) => piece.kind === "summary")?.part;
  return engine.summarizer.summarize(
    {
      covered: plan.covered.slice(0, start),
      turnPrefix: plan.covered.slice(start),
      kept: plan.kept,
      previousSummary: previous?.type === "text" ? previous.text : null,
      digest,
      instructions: run.instructions ?? null,
      maxTokens,
      estimator: engine.estimator,
    },
    run.signal,
  );
}

async function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const aborted = (): CutpointError =>
    new CutpointError("aborted", "the compaction was cancelled", { cause: signal.reason });
  if (signal.aborted) throw aborted();
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(aborted());
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}

function requireUsable(text: string, maxTokens: number, { estimator, summarizer }: Engine): void {
  if (text.trim() === "")
    throw new CutpointError("summary-failed", `the summary of ${summarizer.name} is empty`);
  const tokens = estimator.estimateText(text);
  if (tokens > maxTokens)
    throw new CutpointError(
      "summary-failed",
      `the summary of ${summarizer.name} takes ${tokens} tokens: it should take at most ${maxTokens}`,
    );
}

function receiptOf(
  plan: Plan,
  mark: Mark,
  summary: Summary,
  summaryTokens: number,
  tokensAfter: number,
): Receipt {
  return {
    reason: plan.reason,
    method: summary.method,
    tokensBefore: plan.tokensBefore,
    tokensAfter,
    covered: {
      items: plan.covered.length,
      tokens: plan.coveredTokens,
      firstId: plan.covered[0]?.id ?? "",
      lastId: plan.covered.at(-1)?.id ?? "",
    },
    kept: { items: plan.kept.length, tokens: plan.keptTokens },
    coveredThrough: mark.coveredThrough ?? "",
    firstKeptId: mark.firstKeptId,
    splitTurnId: plan.cut.splitTurn?.id ?? null,
    carriedIds: plan.carried.ids,
    clampedIds: [...Object.keys(plan.clamped), ...plan.carried.clampedIds],
    summaryTokens,
    calls: summary.calls,
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

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
