import type { DigestOptions } from "../digest/digest.ts";
import type { Json } from "../model/json.ts";
import type { CompactionReason } from "../model/receipt.ts";
import type { Plan, PlanOptions } from "../plan/plan.ts";
import type { Policy } from "../plan/policy.ts";
import { createExtractiveSummarizer } from "../summarize/extractive-summarizer.ts";
import type { Summarizer } from "../summarize/summarizer.ts";
import { createEstimator } from "../tokens/create-estimator.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { Meter } from "../tokens/meter.ts";
import { rememberEstimates } from "../tokens/remember-estimates.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { CompactionEvent } from "./events.ts";

/**
 * What a host decides about a planned compaction; nothing lets it go on.
 *
 * `supply` gives the summary in place of the summarizer; its `details` are kept with the receipt and never merged into
 * a later digest.
 */
export type Decision =
  | { readonly type: "cancel" }
  | {
      readonly type: "supply";
      readonly summary: { readonly text: string; readonly details?: Json };
    };

/** Asked before each compaction; where it throws, that is reported and the compaction goes on. */
export type BeforeCompaction = (
  plan: Plan,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/** The parts of an engine; all have defaults that need no network. */
export type CompactorOptions = {
  readonly policy?: Policy;
  /** Default: {@link createExtractiveSummarizer}. */
  readonly summarizer?: Summarizer;
  /** Default: {@link createEstimator}. */
  readonly estimator?: TokenEstimator;
  /** Knows the windows of models that neither policy nor request name. Default: none. */
  readonly catalog?: ModelCatalog;
  readonly before?: BeforeCompaction;
  /** Told what happens; must not throw. */
  readonly onEvent?: (event: CompactionEvent) => void;
  /** What the host knows about its tools and files. */
  readonly digest?: Omit<DigestOptions, "replaced">;
};

/** {@link CompactorOptions} with every default filled in. */
export type Engine = {
  readonly policy: Policy;
  readonly summarizer: Summarizer;
  readonly estimator: TokenEstimator;
  readonly catalog: ModelCatalog | undefined;
  readonly before: BeforeCompaction | undefined;
  readonly onEvent: (event: CompactionEvent) => void;
  readonly digest: Omit<DigestOptions, "replaced">;
};

export function createEngine(options: CompactorOptions): Engine {
  return {
    policy: options.policy ?? {},
    summarizer: options.summarizer ?? createExtractiveSummarizer(),
    estimator: rememberEstimates(options.estimator ?? createEstimator()),
    catalog: options.catalog,
    before: options.before,
    onEvent: options.onEvent ?? (() => undefined),
    digest: options.digest ?? {},
  };
}

/** What a plan is made with. */
export function planOptions(engine: Engine, reason: CompactionReason, meter?: Meter): PlanOptions {
  const { catalog, estimator } = engine;
  return {
    reason,
    estimator,
    ...(catalog === undefined ? {} : { catalog }),
    ...(meter === undefined ? {} : { meter }),
  };
}
