import { viewOf } from "../log/view.ts";
import type { History } from "../model/mark.ts";
import { requireReadableMark } from "../model/readable-mark.ts";
import type { CompactionReason } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import { type NoPlan, type Plan, planCompaction } from "../plan/plan.ts";
import { windowFor } from "../plan/policy.ts";
import { createMeter } from "../tokens/meter.ts";
import { type Usage, usageOf } from "../tokens/usage.ts";
import { type CompactorOptions, createEngine, type Engine, planOptions } from "./engine.ts";
import type { Fitted, Recovered } from "./outcome.ts";
import { isContextOverflow } from "./overflow/is-context-overflow.ts";
import { afterMark, prepare, teller } from "./prepare.ts";

/** What a request holds beside the history, and how this call may compact. */
export type FitOptions = Request & {
  /** Compacts below the trigger too. */
  readonly force?: boolean;
  /** Why, for events and receipt. Default: `manual` where forced, else `threshold`. */
  readonly reason?: CompactionReason;
  /** What the summary should attend to. */
  readonly instructions?: string;
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
  /** After a failed request: where it was too large for the window, compacts harder than before. */
  recover(history: History, error: unknown, options?: FitOptions): Promise<Recovered>;
}

/** Makes the engine; see {@link Compactor}. */
export function createCompactor(options: CompactorOptions = {}): Compactor {
  const engine = createEngine(options);
  return {
    usage(history, request = {}) {
      requireReadableMark(history.mark);
      const window = windowFor(engine.policy, request, engine.catalog);
      return usageOf(createMeter(history, engine.estimator), request, window, engine.estimator);
    },
    plan(history, request = {}) {
      requireReadableMark(history.mark);
      return planCompaction(
        history,
        engine.policy,
        request,
        planOptions(engine, reasonOf(request)),
      );
    },
    async fit(history, request = {}) {
      requireReadableMark(history.mark);
      return run(engine, history, request, reasonOf(request));
    },
    async recover(history, error, request = {}) {
      requireReadableMark(history.mark);
      if (!isContextOverflow(error)) {
        const view = viewOf(history, request.tail);
        return {
          retry: false,
          view,
          mark: history.mark,
          outcome: { type: "unchanged", why: "not-an-overflow" },
        };
      }
      const fitted = await run(engine, history, request, "overflow");
      return { ...fitted, retry: fitted.outcome.type === "compacted" };
    },
  };
}

/** What asks for a compaction, as the options tell. */
export function reasonOf({ reason, force }: FitOptions): CompactionReason {
  return reason ?? (force === true ? "manual" : "threshold");
}

async function run(
  engine: Engine,
  history: History,
  options: FitOptions,
  reason: CompactionReason,
): Promise<Fitted> {
  const prepared = await prepare(engine, history, options, { ...options, reason });
  if (prepared.type !== "prepared")
    return { view: viewOf(history, options.tail), mark: history.mark, outcome: prepared };
  const { mark, receipt } = prepared;
  const after = afterMark(history, mark);
  teller(engine, reason, undefined)({ type: "applied", receipt, mark });
  return { view: viewOf(after, options.tail), mark, outcome: { type: "compacted", receipt } };
}
