import { invalidInput } from "../message/error.ts";
import type { Request } from "../message/request.ts";
import { checkPolicy } from "../plan/check-policy.ts";
import type { PlanOptions } from "../plan/plan-options.ts";
import type { LimitedPolicy } from "../plan/policy.ts";
import { assertPolicy, policyFor } from "../plan/resolve-policy.ts";
import type { Summarizer } from "../summary/summarizer.ts";
import { cacheEstimates } from "../tokens/cached-estimator.ts";
import { createEstimator } from "../tokens/estimator.ts";
import type { TrackedHistory } from "../tokens/tracked-history.ts";
import { createDefaultCatalog, type LoadedCatalog } from "./default-catalog.ts";
import { delay } from "./delay.ts";
import type { RequestKey } from "./bound-thinking.ts";
import type { CompactionEvent } from "./events.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import type { CompactorOptions, SummaryOptions } from "./options.ts";
import type * as Background from "./background.ts";
import { mostTokensIn } from "./state-size.ts";

/** Options whose default is nothing, or is loaded when it is needed. */
type Optional =
  | "background"
  | "beforeCompaction"
  | "cache"
  | "classifyError"
  | "compactTool"
  | "findRules"
  | "redact"
  | "toolKinds";

/** {@link CompactorOptions} with all defaults but those that are loaded. */
export type ResolvedOptions = Pick<CompactorOptions, Optional> &
  Required<Omit<CompactorOptions, Optional | "maxStateBytes" | "summaries">> & {
    readonly summaries: Required<SummaryOptions>;
    /** `null` without a limit. */
    readonly maxStateBytes: number | null;
    readonly loadCatalog: LoadedCatalog["load"];
    readonly subscribe: Listeners<CompactionEvent>["subscribe"];
    /** What was reported and is not repeated: an unknown window, a policy that does not fit. */
    readonly reported: Set<string>;
    readonly newestKey: RequestKey;
    /** What only a compaction needs, once one was due or near. */
    readonly loaded: {
      due?: typeof Background;
      readonly load: () => Promise<typeof Background>;
    };
    /** Compactions that are prepared in the background, by conversation. */
    readonly ahead: Map<string, Background.Preparation>;
    /** The histories that `prepare` built, by prepared compaction, for `apply` in the same process. */
    readonly built: WeakMap<object, TrackedHistory>;
    readonly knownRules: PlanOptions["knownRules"];
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
  for (const name of ["estimate", "estimateText"] as const)
    if (typeof estimator?.[name] !== "function")
      throw invalidInput("estimator", estimator, `expected an estimator with ${name}()`);
  if (Number.isNaN(maxStateBytes) || maxStateBytes <= 0)
    throw invalidInput("maxStateBytes", maxStateBytes, "expected a positive number of bytes");
  if (typeof policy !== "function") assertPolicy(policy);
  for (const name of FUNCTIONS) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== "function")
      throw invalidInput(name, value, "expected a function");
  }
  const { emit, subscribe } = createListeners(options.onEvent);
  const { catalog, load } = createDefaultCatalog(options.catalog);
  const { background = false } = options;
  if (typeof background !== "boolean" && !(background instanceof AbortSignal))
    throw invalidInput("background", background, "expected true, false or an AbortSignal");
  const { compactTool = false } = options;
  if (typeof compactTool !== "boolean")
    throw invalidInput("compactTool", compactTool, "expected true or false");
  return {
    ...options,
    policy,
    catalog,
    loadCatalog: load,
    subscribe,
    summaries: resolveSummaryOptions(options.summaries),
    estimator: cacheEstimates(estimator),
    reminders: options.reminders ?? (() => []),
    recallHint: options.recallHint ?? "",
    onEvent: emit,
    maxStateBytes: maxStateBytes === Number.POSITIVE_INFINITY ? null : maxStateBytes,
    now: options.now ?? Date.now,
    reported: new Set(),
    loaded: { load: async () => import("./background.ts") },
    ahead: new Map(),
    built: new WeakMap(),
    knownRules: new WeakMap(),
    newestKey: { parts: [], key: "" },
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

/** @throws `invalid-input` if a limit is not a positive number, or a setting is unknown */
export function resolveSummaryOptions(options: SummaryOptions = {}): Required<SummaryOptions> {
  const { maxCalls = 16, deadlineMs = 300_000, sleep = delay, ...unknown } = options;
  for (const [name, value] of Object.entries(unknown))
    throw invalidInput(`summaries.${name}`, value, "expected maxCalls, deadlineMs or sleep");
  if (!Number.isInteger(maxCalls) || maxCalls < 1)
    throw invalidInput("summaries.maxCalls", maxCalls, "expected a whole number, 1 or more");
  if (Number.isNaN(deadlineMs) || deadlineMs <= 0)
    throw invalidInput("summaries.deadlineMs", deadlineMs, "expected a positive number of ms");
  if (typeof sleep !== "function")
    throw invalidInput("summaries.sleep", sleep, "expected a function");
  return { maxCalls, deadlineMs, sleep };
}

/** Returns the policy for a request and its model. */
export function policyOf(
  { maxStateBytes, policy }: ResolvedOptions,
  request: Request,
): LimitedPolicy {
  const given = typeof policy === "function" ? policy(request) : policy;
  if (given !== policy) checkPolicy(given);
  const own = policyFor(given, request.model);
  return maxStateBytes === null ? own : { ...own, mostTokens: mostTokensIn(maxStateBytes) };
}
