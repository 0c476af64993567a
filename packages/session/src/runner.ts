import {
  CutpointError,
  type FitOptions,
  type FitOutcome,
  isCutpointError,
  type Receipt,
  type Request,
} from "@cutpoint/core";
import {
  continuationOf,
  createEmitter,
  failureMessage,
  type Guard,
  policyOf,
  prepare,
  type RunOptions,
  type Unprepared,
} from "@cutpoint/core/kit";
import { compactionEntry, isContinuation, withCompaction } from "./advance.ts";
import type { SessionContext } from "./context.ts";
import type { Entry } from "./log/entry.ts";
import { guardNote } from "./log/notes.ts";
import type { PreparedCompaction, SessionFitResult } from "./session.ts";
import type { LogState } from "./writer.ts";

/** Writes a prepared compaction, and only where what it was planned upon is still in force. */
export async function commit(
  context: SessionContext,
  prepared: PreparedCompaction,
  request: Request,
): Promise<FitOutcome> {
  const { engine, scope, writer } = context;
  const { reason } = prepared.plan;
  const emit = createEmitter(engine, reason, scope);
  try {
    const written = await writer.write(
      (state) =>
        isContinuation(state.history, prepared.basis) ? entriesOf(context, prepared, state) : null,
      (state, entries) => withCompaction(state, entries, engine.estimator),
    );
    const entry = written?.[0];
    if (entry === undefined)
      throw new CutpointError("conflict", "the view was changed while the compaction was prepared");
    const { history } = writer.state();
    const receipt = receiptOf(entry) ?? prepared.receipt;
    emit({ type: "applied", receipt, state: history.state ?? prepared.state });
    return {
      type: "compacted",
      receipt,
      ...continuationOf(prepared.plan, policyOf(engine, request)),
    };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "the log could not be read again", { cause });
    emit({ type: "failed", error, message: failureMessage(reason, error) });
    return { type: "failed", error };
  }
}

/** A pruning is written as what it hides and what is to be remembered of it, everything else as its mark. */
function entriesOf(
  { newEntryFields }: SessionContext,
  { state, plan, receipt }: PreparedCompaction,
  { head, history }: LogState,
): readonly Entry[] {
  const first = { ...newEntryFields(), parentId: head };
  if (plan.compacted.length > 0)
    return [compactionEntry(history, state, receipt, { ...first, reason: plan.reason })];
  return [
    { type: "hide", ...first, replacements: plan.replacements, receipt },
    { ...guardNote(state.guard), ...newEntryFields(), parentId: first.id },
  ];
}

function receiptOf(entry: Entry): Receipt | null {
  return entry.type === "compaction" ? entry.receipt : null;
}

/** What asks for a compaction. */
type Cause = Pick<RunOptions, "reason" | "reportedLimit">;

/**
 * Runs one compaction at a time: a caller that comes meanwhile joins the one that runs, and gets its outcome. Where
 * that found nothing to do by its own measure, one that asked for more than a check runs after it.
 */
export type Runner = {
  readonly run: (options: FitOptions, cause: Cause) => Promise<SessionFitResult>;
  readonly prepare: (options: FitOptions, cause: Cause) => Promise<PreparedCompaction | Unprepared>;
  readonly apply: (prepared: PreparedCompaction, options: FitOptions) => Promise<SessionFitResult>;
  /** Work that {@link Runner.abort} stops, as the given signal does. */
  readonly stoppable: <Value>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Value>,
  ) => Promise<Value>;
  /** Ends everything under way, for all who joined it. */
  readonly abort: () => void;
  /** Settles when nothing runs. */
  readonly idle: () => Promise<void>;
};

export function createRunner(context: SessionContext): Runner {
  const { engine, scope, writer } = context;
  const controllers = new Set<AbortController>();
  let running: Promise<FitOutcome> | null = null;

  async function stoppable<Value>(
    given: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const controller = new AbortController();
    const signals = given === undefined ? [] : [given];
    controllers.add(controller);
    try {
      return await work(AbortSignal.any([controller.signal, ...signals]));
    } finally {
      controllers.delete(controller);
    }
  }

  async function prepareNow(
    options: FitOptions,
    cause: Cause,
  ): Promise<PreparedCompaction | Unprepared> {
    return stoppable(options.signal, (signal) => {
      const { history, meter } = writer.state();
      const run = { ...options, ...cause, signal, scope, meter: meter() };
      return prepare(engine, history, options, run);
    });
  }

  async function compactOnce(options: FitOptions, cause: Cause): Promise<FitOutcome> {
    const prepared = await prepareNow(options, cause);
    if (prepared.type === "prepared") return commit(context, prepared, options);
    if (prepared.guard !== null) await remember(context, prepared.guard);
    return prepared.outcome;
  }

  async function start(options: FitOptions, cause: Cause): Promise<FitOutcome> {
    running = compactOnce(options, cause).finally(() => {
      running = null;
    });
    return running;
  }

  async function join(options: FitOptions, cause: Cause): Promise<FitOutcome> {
    if (running === null) return start(options, cause);
    const outcome = await running;
    const isAnswered = outcome.type !== "unchanged" || cause.reason === "threshold";
    return isAnswered ? outcome : join(options, cause);
  }

  function fitted(options: FitOptions, outcome: FitOutcome): SessionFitResult {
    return { view: writer.state().viewing.view(options), outcome };
  }

  return {
    async run(options, cause) {
      return fitted(options, await join(options, cause));
    },
    async prepare(options, cause) {
      const prepared = await prepareNow(options, cause);
      if (prepared.type === "prepared") {
        const { receipt } = prepared;
        createEmitter(engine, cause.reason, scope)({ type: "prepared", receipt });
      }
      return prepared;
    },
    async apply(prepared, options) {
      return fitted(options, await commit(context, prepared, options));
    },
    stoppable,
    abort() {
      for (const controller of controllers) controller.abort();
    },
    async idle() {
      await running?.catch(() => undefined);
    },
  };
}

/** Where another writer has left the branch, there is nothing to remember on it. */
async function remember({ newEntryFields, writer }: SessionContext, guard: Guard): Promise<void> {
  try {
    await writer.write(
      ({ head }) => [{ ...guardNote(guard), ...newEntryFields(), parentId: head }],
      "reload",
    );
  } catch (error) {
    if (!isCutpointError(error, "conflict")) throw error;
  }
}
