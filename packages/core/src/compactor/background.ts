import { runAtOnce } from "../message/steps.ts";
import type { DueCompaction } from "../plan/check.ts";
import { planCompaction } from "../plan/plan-compaction.ts";
import { toolsJson } from "../tokens/usage.ts";
import type { Emit } from "./events.ts";
import { hasOnlyGrown } from "./is-continuation.ts";
import { raceAbort } from "./race-abort.ts";
import type { NotPrepared, PreparedCompaction } from "./prepared.ts";
import { conversationOf, notPlanned } from "./prepare.ts";
import { prepareDue as prepareNow } from "./due-compaction.ts";
import type { CompactionRun } from "./run.ts";

/** A compaction that is prepared while the conversation continues. */
export type Preparation = {
  /** Ends when `result` is set. Never rejects. */
  running: Promise<void>;
  /** `null` while it runs and if it failed. */
  result: PreparedCompaction | null;
  isRunning: boolean;
  /** System text and tools of the newest request. A change of them changes the prefix. */
  requestText: string;
  /** Stops and forgets it. */
  readonly stop: () => void;
};

/** The preparations of a compactor. After that many, the oldest is stopped. */
const MAX_PREPARATIONS = 256;

type Run = CompactionRun & { readonly emit: Emit };

/**
 * Prepares a compaction. With the option `background`, it starts near the trigger, and returns the result at the trigger.
 * With a cache policy too, it returns the result once the cache is cold, the start of the request changes, or the ceiling
 * is reached. If the preparation failed, the compaction is prepared at once.
 */
export async function prepareDue(
  run: Run,
  due: DueCompaction,
): Promise<PreparedCompaction | NotPrepared> {
  const { options, planOptions, request, tracked } = run;
  const { ahead, background } = options;
  if (planOptions.reason === "idle") {
    const known = ahead.get(conversationOf(tracked.history));
    known?.stop();
    const result = known?.result ?? null;
    const isNewest = result?.basis.history.items.length === tracked.history.items.length;
    return result !== null && isNewest && hasOnlyGrown(tracked.history, result.basis.history)
      ? result
      : prepareNow(run, due);
  }
  const isNear = due.type === "near";
  const isOn = background instanceof AbortSignal ? !background.aborted : background === true;
  const isWhole = isNear || due.isFull;
  if (!isOn || !isWhole || planOptions.reason !== "threshold")
    return isNear ? notPlanned(run, "below-trigger", run.emit) : prepareNow(run, due);
  if (isInstant(options.summarizer)) {
    if (!isNear) return prepareNow(run, due);
    return isCold(due)
      ? prepareNow(run, atThisSize(due))
      : notPlanned(run, "below-trigger", run.emit);
  }
  const preparation = ahead.get(conversationOf(tracked.history)) ?? start(run, due);
  const before = preparation.requestText;
  preparation.requestText = textOf(request);
  const { result: ready } = preparation;
  if (isNear && (ready === null || !isCold(due))) return notPlanned(run, "below-trigger", run.emit);
  if (!isNear && before === preparation.requestText && isParked(due))
    return notPlanned(run, "cache-warm", run.emit);
  const { limitTokens, windowTokens } = due.resolved;
  const hasRoom = due.usage.tokens <= (limitTokens + windowTokens) / 2;
  if (preparation.isRunning && hasRoom) return notPlanned(run, "preparing", run.emit);
  const { signal = new AbortController().signal } = request;
  try {
    await raceAbort(signal, () => preparation.running);
  } catch {
    const outcome = { type: "cancelled" } as const;
    return { type: "not-prepared", outcome, state: tracked.history.state };
  }
  preparation.stop();
  const { result } = preparation;
  return result !== null && hasOnlyGrown(tracked.history, result.basis.history)
    ? result
    : prepareNow(run, due);
}

/** Whether a cut waits because it does not pay for writing the view again that the provider has cached. */
function isParked(due: DueCompaction): boolean {
  if (due.options.cache === undefined) return false;
  const plan = runAtOnce(planCompaction(due));
  return plan.type === "no-plan" && plan.why === "cache-warm";
}

/** Whether the provider writes the whole view anyway, so that a cut costs nothing. */
function isCold({ options, request, tracked }: DueCompaction): boolean {
  const { cache, now = Date.now } = options;
  return cache !== undefined && cache.nextExpiry(tracked.history, request.model, now()) === null;
}

/** Whether the first summarizer makes no network call, so that its summary need not be prepared. */
function isInstant(summarizer: Run["options"]["summarizer"]): boolean {
  return typeof summarizer !== "function" && [summarizer].flat()[0]?.offline === true;
}

/**
 * Returns the compaction as if the trigger were reached, and the cache cold: it is applied when the cache is cold, and the
 * view grows until then.
 */
function atThisSize(due: DueCompaction): DueCompaction {
  const limitTokens = Math.min(due.resolved.limitTokens, due.usage.tokens);
  const resolved = { ...due.resolved, limitTokens };
  const options = { ...due.options, cache: undefined };
  return { ...due, type: "due", isFull: true, options, resolved };
}

function start(run: Run, due: DueCompaction): Preparation {
  const { emit, options, request, tracked } = run;
  const { ahead, background } = options;
  const conversation = conversationOf(tracked.history);
  const controller = new AbortController();
  const signals = background instanceof AbortSignal ? [background] : [];
  const signal = AbortSignal.any([controller.signal, ...signals]);
  const preparation: Preparation = {
    running: Promise.resolve(),
    result: null,
    isRunning: true,
    requestText: textOf(request),
    stop() {
      controller.abort();
      ahead.delete(conversation);
    },
  };
  const prepare = async (): Promise<void> => {
    try {
      const result = await prepareNow({ ...run, request: { ...request, signal } }, atThisSize(due));
      if (result.type === "not-prepared") return;
      emit({ type: "prepared", receipt: result.receipt });
      preparation.result = result;
    } catch {
      return; // It is prepared again at the trigger.
    } finally {
      preparation.isRunning = false;
    }
  };
  ahead.set(conversation, preparation);
  preparation.running = prepare();
  const [oldest] = ahead.values();
  if (ahead.size > MAX_PREPARATIONS) oldest?.stop();
  return preparation;
}

function textOf({ system = "", tools }: Run["request"]): string {
  return `${system}\n${toolsJson(tools)}`;
}
