import type { History } from "../model/mark.ts";
import { requireUsableMark } from "../model/readable-mark.ts";
import type { CompactionReason } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import type { NoPlan, Plan } from "../plan/plan.ts";
import { planCompaction } from "../plan/plan-compaction.ts";
import { windowFor } from "../plan/policy.ts";
import type { ToldLimit } from "../plan/told-limit.ts";
import type { Meter } from "../tokens/meter.ts";
import { type Usage, usageOf } from "../tokens/usage.ts";
import { continuationOf } from "./continuation.ts";
import {
  type CompactorOptions,
  createEngine,
  type Engine,
  planOptions,
  policyOf,
} from "./engine.ts";
import type { Fitted, Recovered } from "./outcome.ts";
import type { Guidance } from "./guidance.ts";
import { createMeasuring } from "./measured.ts";
import { overflowOf } from "./overflow-of.ts";
import { afterMark, prepare, withGuard } from "./prepare.ts";
import { teller } from "./tell.ts";

/** What a request holds beside the history, and how this call may compact. */
export type FitOptions = Request &
  Guidance & {
    /** Compacts below the trigger too. */
    readonly force?: boolean;
    /** Why, for events and receipt. Default: `manual` where forced, else `threshold`. */
    readonly reason?: CompactionReason;
    /** Whether a request is to be sent, or an answer has just come. Default `before-request`. */
    readonly moment?: "before-request" | "after-answer";
    /** The newest item to cover; what it must not be parted from is covered with it. */
    readonly upTo?: string;
    /** Ends the call as `cancelled`. */
    readonly signal?: AbortSignal;
  };

/**
 * The engine over a history that somebody else keeps: it holds nothing between two calls, so that one compactor serves
 * any number of conversations.
 */
export interface Compactor {
  /** How full the context is. */
  usage(history: History, request?: Request): Usage;
  /** What a compaction would do now, without a model and without effect. */
  plan(history: History, options?: FitOptions): Plan | NoPlan;
  /**
   * The view to send, compacted first if that is due. Keep the mark that comes back.
   *
   * @throws `invalid-input` where the policy does not fit the window, `unsupported-version` where the mark is newer
   */
  fit(history: History, options?: FitOptions): Promise<Fitted>;
  /**
   * After a failed request: where it was too large for the window, compacts harder than before; once for each human
   * message, and again only after the model has answered. An answer is taken too: one whose usage shows that its request
   * did not fit. It belongs into the history with outcome `failed`, or not at all.
   */
  recover(history: History, error: unknown, options?: FitOptions): Promise<Recovered>;
}

/** Makes the engine; see {@link Compactor}. */
export function createCompactor(options: CompactorOptions = {}): Compactor {
  const engine = createEngine(options);
  const measured = createMeasuring(engine.estimator);

  async function run(
    history: History,
    options: FitOptions,
    reason: CompactionReason,
    told: ToldLimit | null = null,
  ): Promise<Fitted> {
    const meter = measured(history).meter();
    const prepared = await prepare(engine, history, options, { ...options, reason, told, meter });
    if (prepared.type === "unprepared") {
      const { view } = measured(history).viewing;
      const mark = withGuard(history.mark, prepared.guard);
      return { view: view(options), mark, outcome: prepared.outcome };
    }
    const { mark, plan, receipt } = prepared;
    teller(engine, reason)({ type: "applied", receipt, mark });
    const view = measured(afterMark(history, mark)).viewing.view(options);
    const continuation = continuationOf(plan, policyOf(engine, options));
    return { view, mark, outcome: { type: "compacted", receipt, ...continuation } };
  }

  return {
    usage(history, request = {}) {
      requireUsableMark(history.mark);
      return usageNow(engine, measured(history).meter(), request);
    },
    plan(history, request = {}) {
      requireUsableMark(history.mark);
      const reason = reasonOf(request);
      const policy = policyOf(engine, request);
      const meter = measured(history).meter();
      return planCompaction(history, policy, request, planOptions(engine, request, reason, meter));
    },
    async fit(history, request = {}) {
      requireUsableMark(history.mark);
      if (request.moment === "after-answer")
        tellTurnEnded(engine, measured(history).meter(), request);
      return run(history, request, reasonOf(request));
    },
    async recover(history, error, request = {}) {
      requireUsableMark(history.mark);
      const overflow = overflowOf(engine, error, request);
      if (overflow === null) {
        const view = measured(history).viewing.view(request);
        const outcome = { type: "unchanged", why: "not-an-overflow" } as const;
        return { retry: false, view, mark: history.mark, outcome };
      }
      const fitted = await run(history, request, "overflow", overflow.told);
      const { outcome } = fitted;
      if (outcome.type !== "compacted") return { ...fitted, retry: false };
      teller(engine, "overflow")({ type: "recovered", receipt: outcome.receipt });
      return { ...fitted, retry: true };
    },
  };
}

/** What asks for a compaction, as the options tell. */
export function reasonOf({ reason, force, upTo }: FitOptions): CompactionReason {
  return reason ?? (force === true || upTo !== undefined ? "manual" : "threshold");
}

/** How full the context is for a request. */
export function usageNow(engine: Engine, meter: Meter, request: Request): Usage {
  const window = windowFor(policyOf(engine, request), request, engine.catalog);
  return usageOf(meter, request, window, engine.estimator);
}

/** Tells how full the context is where an answer has just come. */
export function tellTurnEnded(
  engine: Engine,
  meter: Meter,
  options: FitOptions,
  scope: Parameters<typeof teller>[2] = {},
): void {
  if (options.moment !== "after-answer") return;
  teller(
    engine,
    reasonOf(options),
    scope,
  )({ type: "turn-ended", usage: usageNow(engine, meter, options) });
}
