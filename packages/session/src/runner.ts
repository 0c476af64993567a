import type { SessionFitOutcome } from "./session.ts";

/** Runs one compaction at a time, and stops running work. */
export type Runner = {
  /**
   * Runs a compaction. Further callers join it and receive its outcome.
   *
   * If that outcome is `unchanged`, a caller that wants more than a check runs its own compaction next.
   */
  readonly run: (
    compact: () => Promise<SessionFitOutcome>,
    isCheck: boolean,
  ) => Promise<SessionFitOutcome>;
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

export function createRunner(): Runner {
  const controllers = new Set<AbortController>();
  let running: Promise<SessionFitOutcome> | null = null;

  const run: Runner["run"] = async (compact, isCheck) => {
    if (running === null) {
      running = compact().finally(() => {
        running = null;
      });
      return running;
    }
    const outcome = await running;
    return outcome.type !== "unchanged" || isCheck ? outcome : run(compact, isCheck);
  };

  return {
    run,
    async stoppable(given, work) {
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
    },
    abort() {
      for (const controller of controllers) controller.abort();
    },
    async idle() {
      await running?.catch(() => undefined);
    },
  };
}
