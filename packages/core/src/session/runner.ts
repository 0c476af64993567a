import type { FitOptions } from "../compactor/create-compactor.ts";
import type { FitOutcome } from "../compactor/outcome.ts";
import { prepare, type RunOptions, type Unprepared } from "../compactor/prepare.ts";
import { createEmitter } from "../compactor/tell.ts";
import { guardNote } from "../log/guard-note.ts";
import { isCutpointError } from "../model/error.ts";
import type { Guard } from "../model/mark.ts";
import { commit } from "./commit.ts";
import type { SessionContext } from "./parts.ts";
import type { PreparedCompaction, SessionFitResult } from "./session.ts";

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
