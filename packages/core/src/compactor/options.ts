import { createExtractiveSummarizer } from "@cutpoint/extractive";
import type { DigestOptions } from "../digest/digest.ts";
import { invalidInput } from "../message/error.ts";
import type { Json } from "../message/json.ts";
import type { Request } from "../message/request.ts";
import type { PlanOptions } from "../plan/plan-input.ts";
import type { CachePolicy, Plan } from "../plan/plan.ts";
import type { Policy } from "../plan/policy.ts";
import type { Reminder } from "../plan/verbatim.ts";
import { type Redact, redactSecrets } from "../summary/redact.ts";
import type { Summarizer } from "../summary/summarizer.ts";
import { cacheEstimates } from "../tokens/cached-estimator.ts";
import { createEstimator, type TokenEstimator } from "../tokens/estimator.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { CompactionEvent } from "./events.ts";

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

/** What a caller or a hook wants of one summary. */
export type Guidance = {
  /** What the summary should attend to. */
  readonly instructions?: string;
  /** Lines added to what was said: the branch, open files, whatever the conversation does not tell. */
  readonly contextLines?: readonly string[];
  /** What to ask a model for, in place of the summarizer's own instructions. */
  readonly prompt?: string;
  /** Whether a text of a few words for a user interface is made as well; it is told in the receipt. */
  readonly shortText?: boolean;
};

/** What a hook wants of one summary, and what it wants kept in its receipt. */
export type HookGuidance = Guidance & { readonly preserved?: Json };

/** A caller's guidance with a hook's: instructions and lines of both, the hook's prompt before the caller's. */
export function guidedBy(caller: Guidance, hook: Guidance | undefined): Guidance {
  if (hook === undefined) return caller;
  const instructions = [caller.instructions, hook.instructions].filter(
    (text) => text !== undefined,
  );
  const prompt = hook.prompt ?? caller.prompt;
  return {
    ...(instructions.length === 0 ? {} : { instructions: instructions.join("\n") }),
    contextLines: [...(caller.contextLines ?? []), ...(hook.contextLines ?? [])],
    ...(prompt === undefined ? {} : { prompt }),
    shortText: hook.shortText ?? caller.shortText ?? false,
  };
}

/** Waits; ends early, without an error, when the signal is set. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** How far the engine goes for one summary. */
export type SummaryOptions = {
  /** The most calls to models in one compaction, of all candidates and with their retries. Default 16. */
  readonly maxCalls?: number;
  /** In ms, for all candidates together: after it none is asked any more. Default 300,000. */
  readonly deadlineMs?: number;
  /** Whether the offline summarizer writes the summary where no candidate could. Default `false`: the old view stays. */
  readonly offline?: boolean;
  /**
   * Takes secrets out of all that a summarizer reads and writes. Default: {@link redactSecrets}. Where it throws, that
   * is told as `hook-failed` and the default does it.
   */
  readonly redact?: Redact;
  /** How the deadline is waited for. Default: a timer. */
  readonly sleep?: Sleep;
};

/** @throws `invalid-input` naming the number that is none */
export function summaryOptions(rules: SummaryOptions): Required<SummaryOptions> {
  const { maxCalls = 16, deadlineMs = 300_000, offline = false } = rules;
  if (!Number.isInteger(maxCalls) || maxCalls < 1)
    throw invalidInput("summaries.maxCalls", maxCalls, "it should be a whole number, 1 or more");
  if (Number.isNaN(deadlineMs) || deadlineMs <= 0)
    throw invalidInput("summaries.deadlineMs", deadlineMs, "it should be a number of ms above 0");
  const { redact = redactSecrets, sleep = delay } = rules;
  return { maxCalls, deadlineMs, offline, redact, sleep };
}

/** The longest time that a timer takes, in ms. */
const LONGEST_MS = 2_147_483_647;

/** {@link Sleep} by a timer. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(handle);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const handle = setTimeout(end, Math.min(milliseconds, LONGEST_MS));
    signal.addEventListener("abort", end, { once: true });
  });
}
