import { type FitOptions, planCompaction } from "@cutpoint/core";
import {
  createEmitter,
  overflowOf,
  planOptions,
  policyFor,
  policyOf,
  reasonOf,
  tellTurnEnded,
} from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import type { Runner } from "./runner.ts";
import type { Session, SessionFitResult } from "./session.ts";
import type { ParentLink } from "./sub-agent.ts";

type Verbs = Pick<Session, "plan" | "fit" | "compact" | "recover" | "prepare" | "apply" | "abort">;

/**
 * The verbs that compact.
 *
 * @param requested called whenever a view is given that a request is about to be built from
 */
export function createCompactMethods(
  parts: SessionContext & {
    readonly runner: Runner;
    readonly interrupt: (() => Promise<void>) | undefined;
    readonly requestBuilt: (options: FitOptions) => void;
    readonly parent: ParentLink | null;
  },
): Verbs {
  const { engine, interrupt, currentLog, parent, requestBuilt, runner, scope } = parts;

  async function forRequest(
    options: FitOptions,
    fitting: Promise<SessionFitResult>,
  ): Promise<SessionFitResult> {
    const fitted = await fitting;
    requestBuilt(options);
    return fitted;
  }

  return {
    plan(options = {}) {
      const { history, meter } = currentLog();
      const run = planOptions(engine, options, reasonOf(options), meter());
      return planCompaction(history, policyOf(engine, options), options, run);
    },
    async fit(options = {}) {
      tellTurnEnded(engine, currentLog().meter(), options, scope);
      return forRequest(options, runner.run(options, { reason: reasonOf(options) }));
    },
    async compact(options = {}) {
      currentLog();
      await interrupt?.();
      return runner.run(options, { reason: options.reason ?? "manual" });
    },
    async recover(error, options = {}) {
      const { viewing } = currentLog();
      const overflow = overflowOf(engine, error, options);
      if (overflow === null) {
        const view = viewing.view(options);
        return { retry: false, view, outcome: { type: "unchanged", why: "not-an-overflow" } };
      }
      if (
        parent !== null &&
        policyFor(policyOf(engine, options), options.model).enabled === false
      ) {
        await parent.notify("overflowed");
        createEmitter(engine, "overflow", scope)({ type: "delegated-to-parent" });
        const outcome = { type: "unchanged", why: "delegated-to-parent" } as const;
        return { retry: false, view: viewing.view(options), outcome };
      }
      const fitted = await forRequest(
        options,
        runner.run(options, { reason: "overflow", ...overflow }),
      );
      const { outcome } = fitted;
      if (outcome.type !== "compacted") return { ...fitted, retry: false };
      createEmitter(engine, "overflow", scope)({ type: "recovered", receipt: outcome.receipt });
      return { ...fitted, retry: true };
    },
    async prepare(options = {}) {
      currentLog();
      const prepared = await runner.prepare(options, { reason: options.reason ?? "manual" });
      return prepared.type === "prepared" ? prepared : prepared.outcome;
    },
    async apply(prepared, options = {}) {
      currentLog();
      return runner.apply(prepared, options);
    },
    abort: () => runner.abort(),
  };
}
