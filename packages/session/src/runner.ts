import type { PrepareOptions } from "@cutpoint/core";
import type { SessionFitOutcome } from "./session.ts";

/** Runs one compaction at a time, and stops running work. */
export type Runner = {
  /**
   * Runs a compaction. Further callers join it and receive its outcome.
   *
   * If that outcome is `unchanged`, a caller that wants more than a check runs its own compaction next.
   */
  readonly run: (
    options: PrepareOptions,
    compact: (options: PrepareOptions) => Promise<SessionFitOutcome>,
  ) => Promise<SessionFitOutcome>;
  /** Starts work that {@link Runner.abort} or the given signal stops. Call `end` after it. */
  readonly start: (given: AbortSignal | undefined) => Work;
  /** Cancels all running work, for every caller that joined. */
  readonly abort: () => void;
  /** Settles when nothing is running. */
  readonly idle: () => Promise<void>;
};

type Work = { readonly signal: AbortSignal; readonly end: () => void };

export function createRunner(): Runner {
  const controllers = new Set<AbortController>();
  let running: Promise<SessionFitOutcome> | null = null;

  const start: Runner["start"] = (given) => {
    const controller = new AbortController();
    const stop = (): void => controller.abort(given?.reason);
    if (given?.aborted === true) stop();
    given?.addEventListener("abort", stop, { once: true });
    controllers.add(controller);
    return {
      signal: controller.signal,
      end() {
        controllers.delete(controller);
        given?.removeEventListener("abort", stop);
      },
    };
  };

  const run: Runner["run"] = async (options, compact) => {
    if (running === null) {
      const { end, signal } = start(options.signal);
      running = compact({ ...options, signal }).finally(() => {
        running = null;
        end();
      });
      return running;
    }
    const outcome = await running;
    return outcome.type !== "unchanged" || isCheck(options) ? outcome : run(options, compact);
  };

  return {
    run,
    start,
    abort() {
      for (const controller of controllers) controller.abort();
    },
    async idle() {
      await running?.catch(() => undefined);
    },
  };
}

function isCheck({ error, force, reason = "threshold" }: PrepareOptions): boolean {
  return error === undefined && force !== true && reason === "threshold";
}
