import { type FitOptions, reasonOf, tellTurnEnded } from "../compactor/create-compactor.ts";
import { planOptions, policyOf } from "../compactor/engine.ts";
import { overflowOf } from "../compactor/overflow-of.ts";
import { teller } from "../compactor/tell.ts";
import { planCompaction } from "../plan/plan-compaction.ts";
import { policyFor } from "../plan/policy.ts";
import type { SessionParts } from "./parts.ts";
import type { Runner } from "./runner.ts";
import type { Session, SessionFitted } from "./session.ts";
import type { ParentTie } from "./sub-agent.ts";

type Verbs = Pick<Session, "plan" | "fit" | "compact" | "recover" | "prepare" | "apply" | "abort">;

/**
 * The verbs that compact.
 *
 * @param requested called whenever a view is given that a request is about to be built from
 */
export function compacting(
  parts: SessionParts & {
    readonly runner: Runner;
    readonly interrupt: (() => Promise<void>) | undefined;
    readonly requested: (options: FitOptions) => void;
    readonly parent: ParentTie | null;
  },
): Verbs {
  const { engine, interrupt, open, parent, requested, runner, scope } = parts;

  async function forRequest(
    options: FitOptions,
    fitting: Promise<SessionFitted>,
  ): Promise<SessionFitted> {
    const fitted = await fitting;
    requested(options);
    return fitted;
  }

  return {
    plan(options = {}) {
      const { history, meter } = open();
      const run = planOptions(engine, options, reasonOf(options), meter());
      return planCompaction(history, policyOf(engine, options), options, run);
    },
    async fit(options = {}) {
      tellTurnEnded(engine, open().meter(), options, scope);
      return forRequest(options, runner.run(options, { reason: reasonOf(options) }));
    },
    async compact(options = {}) {
      open();
      await interrupt?.();
      return runner.run(options, { reason: options.reason ?? "manual" });
    },
    async recover(error, options = {}) {
      const { viewing } = open();
      const overflow = overflowOf(engine, error, options);
      if (overflow === null) {
        const view = viewing.view(options);
        return { retry: false, view, outcome: { type: "unchanged", why: "not-an-overflow" } };
      }
      if (
        parent !== null &&
        policyFor(policyOf(engine, options), options.model).enabled === false
      ) {
        await parent.tell("overflowed");
        teller(engine, "overflow", scope)({ type: "raised" });
        const outcome = { type: "unchanged", why: "raised-to-parent" } as const;
        return { retry: false, view: viewing.view(options), outcome };
      }
      const fitted = await forRequest(
        options,
        runner.run(options, { reason: "overflow", ...overflow }),
      );
      const { outcome } = fitted;
      if (outcome.type !== "compacted") return { ...fitted, retry: false };
      teller(engine, "overflow", scope)({ type: "recovered", receipt: outcome.receipt });
      return { ...fitted, retry: true };
    },
    async prepare(options = {}) {
      open();
      const prepared = await runner.prepare(options, { reason: options.reason ?? "manual" });
      return prepared.type === "prepared" ? prepared : prepared.outcome;
    },
    async apply(prepared, options = {}) {
      open();
      return runner.apply(prepared, options);
    },
    abort: () => runner.abort(),
  };
}
