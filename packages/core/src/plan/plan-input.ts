import type { ToolKinds } from "../digest/tool-kinds.ts";
import type { Item } from "../message/item.ts";
import type { Message } from "../message/message.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import { estimateWithinLimit, type ReportedLimit } from "../provider-error/reported-limit.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { type ContextUsage, estimateWithin } from "../tokens/usage.ts";
import { createViewMeter } from "../tokens/view-meter.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { MeasuredItem } from "./cut-point.ts";
import type { CachePolicy } from "./plan.ts";
import type { ResolvedPolicy } from "./policy.ts";
import type { PrunedItems } from "./prune.ts";
import type { Reminder } from "./verbatim.ts";

/** All that choosing a cut depends on, on the scale of our estimate. */
export type PlanInput = {
  readonly reason: CompactionReason;
  readonly state: CompactionState | null;
  /** The messages before the kept items now. */
  readonly prefix: readonly Message[];
  readonly resolved: ResolvedPolicy;
  readonly estimator: TokenEstimator;
  readonly reminders: readonly Reminder[];
  readonly upTo: string | undefined;
  readonly tokensBefore: number;
  readonly isAboveWindow: boolean;
  /** System text, tools and the request's tail. */
  readonly fixedTokens: number;
  /** What comes with the request only. */
  readonly tailTokens: number;
  /** What no cut changes: tools and the system text that stands first. */
  readonly foremostTokens: number;
  readonly isWarm: boolean | null;
  /** The items that the view shows now, and the same as they were said. */
  readonly visible: readonly Item[];
  readonly originals: readonly Item[];
  readonly measured: readonly MeasuredItem[];
  readonly keepTokens: number;
  readonly limitTokens: number;
};

/** An overflow shows that the estimate is too low: what remains must be at most this share of it. */
const OVERFLOW_SHARE = 0.75;

/**
 * The draft after an overflow: at most half of what is there stays, a quarter of the whole must go, and where the
 * provider told its limit, what remains is within it.
 */
export function tightenAfterOverflow(
  input: PlanInput,
  reportedLimit: ReportedLimit | null,
): PlanInput {
  const live = sumOf(input.measured);
  const { tokensBefore } = input;
  const shown = Math.floor(tokensBefore * OVERFLOW_SHARE);
  const within = reportedLimit === null ? shown : estimateWithinLimit(reportedLimit, tokensBefore);
  const limitTokens = Math.max(1, Math.min(input.limitTokens, shown, within));
  const keepTokens = Math.min(input.keepTokens, live / 2, limitTokens / 2);
  return { ...input, limitTokens, keepTokens: Math.max(1, Math.floor(keepTokens)) };
}

/** The limit on the scale of our estimate; where a report puts the context above it, below what is there now. */
export function limitOfEstimate(
  limitTokens: number,
  tokensBefore: number,
  overhead: number,
  usage: ContextUsage,
): number {
  const calibrated = estimateWithin(limitTokens, overhead, usage.calibration);
  const reported =
    usage.tokens > limitTokens ? (tokensBefore * limitTokens) / usage.tokens : calibrated;
  return Math.floor(Math.min(calibrated, reported));
}

/** Whether what is left when something is hidden fits the limit; what the view leaves out saves nothing when it is hidden. */
export function isWithinLimit(input: PlanInput, { measured }: PrunedItems): boolean {
  const tokens = input.fixedTokens + shownTokens(input.prefix, measured, input.estimator);
  return tokens <= input.limitTokens;
}

/** The estimate of a view of some head and items, made whole. */
export function shownTokens(
  head: readonly Message[],
  kept: readonly MeasuredItem[],
  estimator: TokenEstimator,
): number {
  const meter = createViewMeter(head, estimator);
  for (const { item } of kept) meter.add(item.message);
  return meter.tokens();
}

export function sumOf(measured: readonly MeasuredItem[]): number {
  return measured.reduce((sum, { tokens }) => sum + tokens, 0);
}

export type PlanOptions = {
  /** What asks for the plan; all but `threshold` also run below the trigger. Default `threshold`. */
  readonly reason?: CompactionReason;
  /** Whether a request is to be sent, or an answer has just come. Default `before-request`. */
  readonly moment?: "before-request" | "after-answer";
  /** The newest item to cover; what it must not be parted from is covered with it. */
  readonly upTo?: string;
  /** For `overflow`: what the provider told of the request that it refused. */
  readonly reportedLimit?: ReportedLimit | null;
  /** What the summary should attend to: with these an unchanged history is compacted again. */
  readonly instructions?: string;
  readonly estimator: TokenEstimator;
  /** Knows the windows of models that neither policy nor request name. */
  readonly catalog?: ModelCatalog;
  readonly toolKinds?: ToolKinds;
  /** What the host wants carried beside the human's words; asked only where a plan is made. */
  readonly reminders?: () => readonly Reminder[];
  /** Knows what the provider has in its cache; asked only where a plan is made. */
  readonly cache?: CachePolicy;
  /** The time in ms since 1970, for the cache. Default: `Date.now`. */
  readonly now?: () => number;
};
