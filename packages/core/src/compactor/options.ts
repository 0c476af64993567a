import {
  type ClassifyOptions,
  type ProviderError,
  readProviderError,
} from "@cutpoint/provider-errors";
import { type Redact, redactSecrets } from "@cutpoint/redact";
import type { DigestOptions } from "../digest/digest.ts";
import { invalidInput } from "../message/error.ts";
import type { Json } from "../message/json.ts";
import type { Request } from "../message/request.ts";
import type { CachePolicy, Plan } from "../plan/plan.ts";
import { checkPolicy } from "../plan/check-policy.ts";
import type { LimitedPolicy, Policy } from "../plan/policy.ts";
import { assertPolicy } from "../plan/resolve-policy.ts";
import { type FindRules, findRules } from "../rules/find-rules.ts";
import type { Reminder } from "../plan/verbatim.ts";
import type { Summarizer } from "../summary/summarizer.ts";
import { cacheEstimates } from "../tokens/cached-estimator.ts";
import { createEstimator, type TokenEstimator } from "../tokens/estimator.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { CompactionEvent } from "./events.ts";
import { mostTokensIn } from "./state-size.ts";

/** Guidance for one summary. */
export type Guidance = {
  /** Instructions for the summary. */
  readonly instructions?: string;
  /** Lines added to the conversation, such as the branch or the open files. */
  readonly contextLines?: readonly string[];
  /** Replaces the summarizer's own prompt. */
  readonly prompt?: string;
  /** Requests a text of a few words for a user interface too, `receipt.shortText`. Default: `false`. */
  readonly shortText?: boolean;
};

/**
 * The decision of a hook about a planned compaction. Without a decision it continues.
 *
 * `cancel` stops it. `supply` replaces the summarizer's text. `guide` adds guidance. `details` and `preserved` are stored
 * in the receipt.
 */
export type Decision =
  | { readonly type: "cancel" }
  | {
      readonly type: "supply";
      readonly summary: { readonly text: string; readonly details?: Json };
      readonly preserved?: Json;
    }
  | (Guidance & { readonly type: "guide"; readonly preserved?: Json });

/** Called before each compaction. If it throws, `hook-failed` is emitted and the compaction continues. */
export type BeforeCompaction = (
  plan: Plan,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/** Waits. Resolves early, without an error, if the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Reads the class of an error and the limit that it reports. Must not throw. */
type ClassifyError = (error: unknown, options?: ClassifyOptions) => ProviderError;

/** Limits for making one summary. */
export type SummaryOptions = {
  /** The limit for model calls in one compaction, retries included. Default: 16. */
  readonly maxCalls?: number;
  /** The time for all summarizers together, in ms. Offline summarizers are called even after it. Default: 300,000. */
  readonly deadlineMs?: number;
  /** Waits for the deadline. Default: a timer. */
  readonly sleep?: Sleep;
};

/** One summarizer, a list that is tried in order, or a function of the plan (`null` for a branch that was left). */
export type Summarizers =
  | Summarizer
  | readonly Summarizer[]
  | ((plan: Plan | null) => Summarizer | readonly Summarizer[]);

/** Options of a compactor. */
export type CompactorOptions = {
  readonly summarizer: Summarizers;
  /** When to compact and how much to keep; a function is called for every request. Default: `{}`. */
  readonly policy?: Policy | ((request: Request) => Policy);
  readonly summaries?: SummaryOptions;
  /**
   * Removes secrets from everything that a summarizer reads and writes. If it throws, `hook-failed` is emitted and the
   * default is used. Default: `redactSecrets` of `@cutpoint/redact`.
   */
  readonly redact?: Redact;
  /** Reads what a provider refused. Default: `readProviderError` of `@cutpoint/provider-errors`. */
  readonly classifyError?: ClassifyError;
  /** Default: `createEstimator()`. */
  readonly estimator?: TokenEstimator;
  /** Looks up the windows of models that neither the policy nor the request names. Default: none. */
  readonly catalog?: ModelCatalog;
  readonly beforeCompaction?: BeforeCompaction;
  /** Texts that every compaction repeats, such as a to-do list; called for each compaction. */
  readonly reminders?: () => readonly Reminder[];
  /**
   * A sentence at the end of a summary that names the tool for looking up details. Left out if it takes more than a
   * tenth of the summary's budget. Default: none.
   */
  readonly recallHint?: string;
  /** Called for each event. Errors that it throws are ignored. */
  readonly onEvent?: (event: CompactionEvent) => void;
  /** Knowledge of the app about its tools and files. */
  readonly digest?: Omit<DigestOptions, "replacements">;
  /** Finds the user's rules in the text of a user message. Default: `findRules`. */
  readonly findRules?: FindRules;
  /** Knowledge about the provider's cache and prices, from `createCachePolicy`. Default: none. */
  readonly cache?: CachePolicy;
  /**
   * The size of a state as JSON, in bytes. Lowers the defaults of `keepUserTokens` and `summaryTokens`, and removes data
   * that still does not fit; `receipt.trimmed` lists it. A summary is never shortened. Default: no limit.
   */
  readonly maxStateBytes?: number;
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
};

/** {@link CompactorOptions} with all defaults. */
export type ResolvedOptions = Required<
  Omit<CompactorOptions, "beforeCompaction" | "cache" | "catalog" | "maxStateBytes" | "summaries">
> & {
  readonly summaries: Required<SummaryOptions>;
  readonly catalog: ModelCatalog | undefined;
  readonly beforeCompaction: BeforeCompaction | undefined;
  readonly cache: CachePolicy | undefined;
  /** `null` without a limit. */
  readonly maxStateBytes: number | null;
  /** What was reported and is not repeated: an unknown window, a policy that does not fit. */
  readonly reported: Set<string>;
};

const FUNCTIONS = [
  "redact",
  "classifyError",
  "catalog",
  "beforeCompaction",
  "reminders",
  "findRules",
  "onEvent",
  "now",
] as const;

/** @throws `invalid-input` if an option is not valid; the message names it */
export function resolveOptions(options = {} as CompactorOptions): ResolvedOptions {
  const { estimator = createEstimator(), maxStateBytes = Number.POSITIVE_INFINITY } = options;
  const { policy = {}, summarizer } = options;
  assertSummarizers(summarizer);
  if (typeof estimator?.estimate !== "function")
    throw invalidInput("estimator", estimator, "expected an estimator");
  if (Number.isNaN(maxStateBytes) || maxStateBytes <= 0)
    throw invalidInput("maxStateBytes", maxStateBytes, "expected a positive number of bytes");
  if (typeof policy !== "function") assertPolicy(policy);
  for (const name of FUNCTIONS) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== "function")
      throw invalidInput(name, value, "expected a function");
  }
  return {
    policy,
    summarizer,
    summaries: resolveSummaryOptions(options.summaries),
    redact: options.redact ?? redactSecrets,
    classifyError: options.classifyError ?? readProviderError,
    estimator: cacheEstimates(estimator),
    catalog: options.catalog,
    beforeCompaction: options.beforeCompaction,
    reminders: options.reminders ?? (() => []),
    recallHint: options.recallHint ?? "",
    onEvent: options.onEvent ?? (() => undefined),
    digest: options.digest ?? {},
    findRules: options.findRules ?? findRules,
    cache: options.cache,
    maxStateBytes: maxStateBytes === Number.POSITIVE_INFINITY ? null : maxStateBytes,
    now: options.now ?? Date.now,
    reported: new Set(),
  };
}

/** @throws `invalid-input` if there is none, or one has no method `summarize` */
export function assertSummarizers(summarizer: unknown): void {
  if (typeof summarizer === "function") return;
  const list: readonly unknown[] = Array.isArray(summarizer) ? summarizer : [summarizer];
  const isUsable = (one: unknown): boolean =>
    typeof (one as Partial<Summarizer> | null | undefined)?.summarize === "function";
  if (list.length === 0 || !list.every(isUsable))
    throw invalidInput(
      "summarizer",
      summarizer,
      "expected a summarizer, a list of them or a function; createExtractiveSummarizer() of @cutpoint/extractive works offline",
    );
}

/** @throws `invalid-input` if a limit is not a positive number */
export function resolveSummaryOptions(options: SummaryOptions = {}): Required<SummaryOptions> {
  const { maxCalls = 16, deadlineMs = 300_000, sleep = delay } = options;
  if (!Number.isInteger(maxCalls) || maxCalls < 1)
    throw invalidInput("summaries.maxCalls", maxCalls, "expected a whole number, 1 or more");
  if (Number.isNaN(deadlineMs) || deadlineMs <= 0)
    throw invalidInput("summaries.deadlineMs", deadlineMs, "expected a positive number of ms");
  return { maxCalls, deadlineMs, sleep };
}

/** The longest time that a timer accepts, in ms. */
const LONGEST_MS = 2_147_483_647;

/** The default {@link Sleep}: a timer. */
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

/** Returns the policy for a request as the app gave it. */
export function givenPolicy({ policy }: ResolvedOptions, request: Request): Policy {
  if (typeof policy !== "function") return policy;
  const given = policy(request);
  checkPolicy(given);
  return given;
}

export function policyOf(options: ResolvedOptions, request: Request): LimitedPolicy {
  const given = givenPolicy(options, request);
  const { maxStateBytes } = options;
  return maxStateBytes === null ? given : { ...given, mostTokens: mostTokensIn(maxStateBytes) };
}
