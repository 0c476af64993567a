import type { DueCompaction } from "../plan/check.ts";
import { toolsJson } from "../tokens/usage.ts";
import type { Emit } from "./events.ts";
import { hasSameItems, isContinuation, takeSnapshot } from "./is-continuation.ts";
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
    return result !== null && isCurrent(run, result) ? result : prepareNow(run, due);
  }
  const isNear = due.type === "near";
  const isOn = background instanceof AbortSignal ? !background.aborted : background === true;
  const isWhole = isNear || due.isFull;
  if (!isOn || !isWhole || planOptions.reason !== "threshold")
    return isNear ? notPlanned(run, "below-trigger", run.emit) : prepareNow(run, due);
  const preparation = ahead.get(conversationOf(tracked.history)) ?? start(run, due);
  const before = preparation.requestText;
  preparation.requestText = textOf(request);
  if (isNear) return notPlanned(run, "below-trigger", run.emit);
  if (before === preparation.requestText && isParked(due))
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
  return result !== null && isCurrent(run, result) ? result : prepareNow(run, due);
}

/** Whether a cut waits because the provider would write the view again that it has cached. */
function isParked({ options, request, resolved, tracked, usage }: DueCompaction): boolean {
  const { cache, now = Date.now } = options;
  if (cache === undefined || usage.tokens > cache.ceilingOf(resolved.windowTokens)) return false;
  return cache.nextExpiry(tracked.history, request.model, now()) !== null;
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
      // The cut is chosen as for a cold cache, since it is applied when the cache is cold.
      const planned = { ...due.options, cache: undefined };
      const own = { ...run, request: { ...request, signal } };
      const result = await prepareNow(own, { ...due, type: "due", isFull: true, options: planned });
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

function isCurrent({ tracked }: Run, { basis }: PreparedCompaction): boolean {
  const { history } = tracked;
  return (
    isContinuation(history, takeSnapshot(basis.history)) && hasSameItems(history, basis.history)
  );
}
