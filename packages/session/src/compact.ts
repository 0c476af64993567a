import type { FitOptions, FitOutcome } from "@cutpoint/core";
import type { SessionContext } from "./context.ts";
import type { Runner } from "./runner.ts";
import type { Session } from "./session.ts";

type CompactMethods = Pick<
  Session,
  "usage" | "plan" | "fit" | "compact" | "recover" | "prepare" | "apply" | "abort"
>;

/** Creates the methods that measure, plan and compact. */
export function createCompactMethods(
  context: SessionContext & {
    readonly runner: Runner;
    /** Called after a view for a request was returned. */
    readonly requestBuilt: (options: FitOptions) => void;
  },
): CompactMethods {
  const { compactor, currentLog, emit, options: settings, requestBuilt, runner } = context;

  return {
    usage: (request = {}) => compactor.usage(currentLog().history, request),
    plan: (options = {}) => compactor.plan(currentLog().history, options),
    async fit(options = {}) {
      const { history } = currentLog();
      if (options.moment === "after-answer") {
        const usage = compactor.usage(history, options);
        const reason = options.reason ?? "threshold";
        emit({ type: "turn-ended", usage, reason, willRetry: false });
      }
      const result = await runner.run(options);
      requestBuilt(options);
      return result;
    },
    async compact(options = {}) {
      currentLog();
      await settings.interrupt?.();
      return runner.run({ ...options, reason: options.reason ?? "manual" });
    },
    async recover(error, options = {}) {
      currentLog();
      const result = await runner.run({ ...options, error: error ?? null });
      const { outcome } = result;
      if (outcome.type === "unchanged" && outcome.why === "not-an-overflow")
        return { ...result, retry: false };
      requestBuilt(options);
      if (outcome.type !== "compacted") return { ...result, retry: isThinkingDropped(outcome) };
      const { receipt } = outcome;
      emit({ type: "recovered", receipt, reason: "overflow", willRetry: true });
      return { ...result, retry: true };
    },
    async prepare(options = {}) {
      currentLog();
      const reason = options.reason ?? "manual";
      const prepared = await runner.prepare({ ...options, reason });
      if (prepared.type === "not-prepared") return prepared.outcome;
      const { receipt } = prepared;
      emit({ type: "prepared", receipt, reason, willRetry: reason === "overflow" });
      return prepared;
    },
    async apply(prepared, options = {}) {
      currentLog();
      return runner.apply(prepared, options);
    },
    abort: () => runner.abort(),
  };
}

function isThinkingDropped(outcome: FitOutcome): boolean {
  return outcome.type === "unchanged" && outcome.why === "thinking-dropped";
}
