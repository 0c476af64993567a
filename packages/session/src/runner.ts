import {
  type CompactionState,
  CutpointError,
  type FitOptions,
  type FitResult,
  isCutpointError,
  type NotPrepared,
  type PreparedCompaction,
  type PrepareOptions,
} from "@cutpoint/core";
import { trackHistory } from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import type { Entry } from "./log/entry.ts";
import { stateNotes } from "./log/notes.ts";
import type { SessionFitOutcome, SessionFitResult } from "./session.ts";
import type { LogState } from "./writer.ts";

/**
 * Runs one compaction at a time. Further callers join it and receive its outcome.
 *
 * If that outcome is `unchanged`, a caller that wants more than a check runs its own compaction next.
 */
export type Runner = {
  readonly run: (options: PrepareOptions) => Promise<SessionFitResult>;
  readonly prepare: (options: PrepareOptions) => Promise<PreparedCompaction | NotPrepared>;
  readonly apply: (prepared: PreparedCompaction, options: FitOptions) => Promise<SessionFitResult>;
  /** Runs work that {@link Runner.abort} or the given signal stops. */
  readonly stoppable: <Value>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Value>,
  ) => Promise<Value>;
  /** Cancels all running work, for every caller that joined. */
  readonly abort: () => void;
  /** Settles when nothing is running. */
  readonly idle: () => Promise<void>;
};

export function createRunner(context: SessionContext): Runner {
  const { compactor, writer } = context;
  const controllers = new Set<AbortController>();
  let running: Promise<SessionFitOutcome> | null = null;

  const stoppable: Runner["stoppable"] = async (given, work) => {
    const controller = new AbortController();
    const stop = (): void => controller.abort(given?.reason);
    if (given?.aborted === true) stop();
    given?.addEventListener("abort", stop, { once: true });
    controllers.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      controllers.delete(controller);
      given?.removeEventListener("abort", stop);
    }
  };

  const prepare: Runner["prepare"] = async (options) =>
    stoppable(options.signal, async (signal) =>
      compactor.prepare(writer.state().history, { ...options, signal }),
    );

  async function compactOnce(options: PrepareOptions): Promise<SessionFitOutcome> {
    const prepared = await prepare(options);
    if (prepared.type === "prepared") return write(context, prepared, options);
    await remember(context, prepared);
    return prepared.outcome;
  }

  async function start(options: PrepareOptions): Promise<SessionFitOutcome> {
    running = compactOnce(options).finally(() => {
      running = null;
    });
    return running;
  }

  async function join(options: PrepareOptions): Promise<SessionFitOutcome> {
    if (running === null) return start(options);
    const outcome = await running;
    return outcome.type !== "unchanged" || isCheck(options) ? outcome : join(options);
  }

  function resultOf(options: FitOptions, outcome: SessionFitOutcome): SessionFitResult {
    const view = writer.state().view(options);
    return { view, outcome, warnings: view.warnings };
  }

  return {
    run: async (options) => resultOf(options, await join(options)),
    prepare,
    apply: async (prepared, options) => resultOf(options, await write(context, prepared, options)),
    stoppable,
    abort() {
      for (const controller of controllers) controller.abort();
    },
    async idle() {
      await running?.catch(() => undefined);
    },
  };
}

function isCheck({ error, force, reason = "threshold", upTo }: PrepareOptions): boolean {
  return error === undefined && force !== true && upTo === undefined && reason === "threshold";
}

/** Applies a prepared compaction to the log as it is now, and writes it. */
async function write(
  context: SessionContext,
  prepared: PreparedCompaction,
  options: FitOptions,
): Promise<SessionFitOutcome> {
  const { compactor, emit, writer } = context;
  const { reason } = prepared.plan;
  const run = { reason, willRetry: reason === "overflow" };
  let result: FitResult | undefined;
  try {
    const entries = await writer.write(
      (log) => {
        result = compactor.apply(log.history, prepared, options);
        return entriesOf(context, prepared, result, log);
      },
      (_before, [entry]) =>
        entry?.type === "compaction" && result !== undefined ? trackHistory(result.history) : null,
    );
    if (result === undefined)
      throw new CutpointError("conflict", "no compaction was applied: prepare it again");
    const { outcome, state } = result;
    if (outcome.type === "failed") throw outcome.error;
    if (outcome.type !== "compacted") return outcome;
    const entryId = entries?.[0]?.id ?? "";
    const { receipt } = outcome;
    emit({ type: "applied", receipt, state: state ?? prepared.state, entryId, ...run });
    return { ...outcome, entryId };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "could not read the log", { cause });
    const message = `Compaction could not be applied: ${error.message}`;
    emit({ type: "failed", error, message, ...run });
    return { type: "failed", error };
  }
}

/** Returns a compaction entry with the state. Pruning alone becomes a hide entry and notes. */
function entriesOf(
  context: SessionContext,
  { plan }: PreparedCompaction,
  { outcome, state }: FitResult,
  { head, history }: LogState,
): readonly Entry[] | null {
  if (outcome.type !== "compacted" || state === null) return null;
  const { receipt } = outcome;
  const first = { ...context.newEntryFields(), parentId: head };
  if (plan.compacted.length > 0)
    return [{ type: "compaction", ...first, reason: plan.reason, state, receipt }];
  return [
    { type: "hide", ...first, replacements: plan.replacements, receipt },
    ...noteEntries(context, history.state, state, first.id),
  ];
}

function noteEntries(
  { newEntryFields }: SessionContext,
  before: CompactionState | null,
  after: CompactionState,
  parentId: string | null,
): readonly Entry[] {
  let parent = parentId;
  return stateNotes(before, after).map((note) => {
    const entry = { ...note, ...newEntryFields(), parentId: parent };
    parent = entry.id;
    return entry;
  });
}

/** Records a failed attempt and the valid signed reasoning, unless another writer left the branch. */
async function remember(context: SessionContext, { state }: NotPrepared): Promise<void> {
  const { writer } = context;
  const before = writer.state().history.state;
  if (state === null || stateNotes(before, state).length === 0) return;
  try {
    await writer.write(({ head }) => noteEntries(context, before, state, head), "reload");
  } catch (error) {
    if (!isCutpointError(error, "conflict")) throw error;
  }
}
