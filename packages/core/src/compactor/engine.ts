import type { DigestOptions } from "../digest/digest.ts";
import type { Json } from "../model/json.ts";
import type { Request } from "../model/request.ts";
import type { CachePolicy } from "../plan/cache-keeping.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanOptions } from "../plan/plan-compaction.ts";
import type { Policy } from "../plan/policy.ts";
import type { Reminder } from "../plan/state.ts";
import { createExtractiveSummarizer } from "../summarize/extractive-summarizer.ts";
import type { Summarizer } from "../summarize/summarizer.ts";
import { createEstimator } from "../tokens/create-estimator.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { cacheEstimates } from "../tokens/remember-estimates.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { CompactionEvent } from "./events.ts";
import type { HookGuidance } from "./guidance.ts";
import { type SummaryOptions, summaryOptions } from "./summary-rules.ts";

/**
 * What a host decides about a planned compaction; nothing lets it go on.
 *
 * `supply` gives the summary in place of the summarizer; its `details` are kept with the receipt and never merged into
 * a later digest. `guide` says how the summary is to be made. `preserved` is kept with the receipt and given back as it was.
 */
export type Decision =
  | { readonly type: "cancel" }
  | {
      readonly type: "supply";
      readonly summary: { readonly text: string; readonly details?: Json };
      readonly preserved?: Json;
    }
  | (HookGuidance & { readonly type: "guide" });

/** Asked before each compaction; where it throws, that is reported and the compaction goes on. */
export type BeforeCompaction = (
  plan: Plan,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/** The parts of an engine; all have defaults that need no network. */
export type CompactorOptions = {
  /** Plain data, or a function of the request; read at each check. */
  readonly policy?: Policy | ((request: Request) => Policy);
  /**
   * One, or several to be asked in order until one gives a usable summary; or those for a plan, `null` for a summary of a
   * branch that was left. Default: {@link createExtractiveSummarizer}.
   */
  readonly summarizer?:
    | Summarizer
    | readonly Summarizer[]
    | ((plan: Plan | null) => readonly Summarizer[]);
  readonly summaries?: SummaryOptions;
  /** Default: {@link createEstimator}. */
  readonly estimator?: TokenEstimator;
  /** Knows the windows of models that neither policy nor request name. Default: none. */
  readonly catalog?: ModelCatalog;
  readonly beforeCompaction?: BeforeCompaction;
  /** What every compaction carries to the letter beside the human's words: a to-do list, a plan; asked each time. */
  readonly reminders?: () => readonly Reminder[];
  /**
   * How the model gets at what a summary leaves out, told at its end: a sentence that names the tool you have registered
   * (`createRecallTool`). Left out where it takes more than a tenth of the summary's room. Default: nothing.
   */
  readonly recallHint?: string;
  /** Told what happens; must not throw. */
  readonly onEvent?: (event: CompactionEvent) => void;
  /** What the host knows about its tools and files. */
  readonly digest?: Omit<DigestOptions, "replacements">;
  /** What is known of the provider's cache and its prices: `createCachePolicy` makes it. Default: nothing. */
  readonly cache?: CachePolicy;
  /** The time in ms since 1970. Default: `Date.now`. */
  readonly now?: () => number;
};

/** {@link CompactorOptions} with every default filled in. */
export type ResolvedOptions = {
  readonly policy: Policy | ((request: Request) => Policy);
  readonly summarizers: (plan: Plan | null) => readonly Summarizer[];
  readonly summaries: Required<SummaryOptions>;
  readonly estimator: TokenEstimator;
  readonly catalog: ModelCatalog | undefined;
  readonly beforeCompaction: BeforeCompaction | undefined;
  readonly reminders: () => readonly Reminder[];
  readonly recallHint: string;
  readonly onEvent: (event: CompactionEvent) => void;
  readonly digest: Omit<DigestOptions, "replacements">;
  readonly cache: CachePolicy | undefined;
  readonly now: () => number;
  /** The models of which it was told that nobody knows their window. */
  readonly reportedUnknownModels: Set<string | null>;
};

export function resolveOptions(options: CompactorOptions): ResolvedOptions {
  const { summarizer = createExtractiveSummarizer() } = options;
  return {
    policy: options.policy ?? {},
    summarizers: typeof summarizer === "function" ? summarizer : () => [summarizer].flat(),
    summaries: summaryOptions(options.summaries ?? {}),
    estimator: cacheEstimates(options.estimator ?? createEstimator()),
    catalog: options.catalog,
    beforeCompaction: options.beforeCompaction,
    reminders: options.reminders ?? (() => []),
    recallHint: options.recallHint ?? "",
    onEvent: options.onEvent ?? (() => undefined),
    digest: options.digest ?? {},
    cache: options.cache,
    now: options.now ?? Date.now,
    reportedUnknownModels: new Set(),
  };
}

/** The policy in force for a request. */
export function policyOf({ policy }: ResolvedOptions, request: Request): Policy {
  return typeof policy === "function" ? policy(request) : policy;
}

/** What a plan is made with; `reason` and `meter` take precedence over those of the run. */
export function planOptions(
  engine: ResolvedOptions,
  run: Pick<PlanOptions, "reason" | "moment" | "upTo" | "reportedLimit" | "instructions" | "meter">,
  reason: PlanOptions["reason"] = run.reason,
  meter: PlanOptions["meter"] = run.meter,
): PlanOptions {
  const { cache, catalog, digest, estimator, now, reminders } = engine;
  const { moment, upTo, reportedLimit, instructions } = run;
  const options: Settable<PlanOptions> = { estimator, now, reminders };
  if (reason !== undefined) options.reason = reason;
  if (moment !== undefined) options.moment = moment;
  if (upTo !== undefined) options.upTo = upTo;
  if (reportedLimit !== undefined) options.reportedLimit = reportedLimit;
  if (instructions !== undefined) options.instructions = instructions;
  if (meter !== undefined) options.meter = meter;
  if (cache !== undefined) options.cache = cache;
  if (catalog !== undefined) options.catalog = catalog;
  if (digest.toolKinds !== undefined) options.toolKinds = digest.toolKinds;
  return options;
}

/** A plan is asked for at every check: its options are put together without a copy for each. */
type Settable<Options> = { -readonly [Key in keyof Options]: Options[Key] };
