import type { ReportedLimit } from "@cutpoint/provider-errors";
import type { Item } from "../message/item.ts";
import type { Message } from "../message/message.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { createViewSum } from "../tokens/meter.ts";
import { type ContextUsage, estimateWithin } from "../tokens/usage.ts";
import { createSequence } from "../view/sequence.ts";
import { type MeasuredItem, sumOf } from "./cut-point.ts";
import type { PrunedItems, PruneInput } from "./prune.ts";
import { estimateWithinLimit } from "./reported-limit.ts";
import type { VerbatimInput } from "./verbatim.ts";

/** Everything that the choice of a cut depends on, in estimated tokens. */
export type PlanInput = PruneInput &
  VerbatimInput &
  RequestTokens & {
    readonly reason: CompactionReason;
    /** The visible items without replacements. */
    readonly originals: readonly Item[];
    /** The rendered prefix of the current state. */
    readonly prefix: readonly Message[];
    readonly instructions: string | undefined;
    readonly isAboveWindow: boolean;
    readonly isWarm: boolean | null;
    /** Returns the tokens of the newest items to keep. */
    readonly keepTokens: (measured: readonly MeasuredItem[]) => number;
    /** The size that a request must not exceed afterwards. */
    readonly limitTokens: number;
    /** The size that it should not exceed, so that the next compaction is not needed soon; at most the limit. */
    readonly targetTokens: number;
    /** The largest size that the provider accepts. It replaces the limit if what cannot be compacted exceeds that. */
    readonly windowTokens: number;
    /** Whether open calls may be compacted. They get no result once a request is sent. */
    readonly cutsOpenCalls: boolean;
  };

/** The parts of the current request. */
type RequestTokens = {
  readonly tokensBefore: number;
  readonly toolTokens: number;
  /** System text, tools, and messages of this request only. */
  readonly fixedTokens: number;
  /** Messages of this request only. */
  readonly tailTokens: number;
  /** Tools and the first system message, which no cut changes. */
  readonly foremostTokens: number;
};

/** After an overflow the estimate is too low, so at most this share of it may remain. */
const OVERFLOW_SHARE = 0.75;

/**
 * Returns the input after an overflow: at most half of the items are kept, a quarter of the context is removed, and the
 * rest fits the limit that the provider reported.
 */
export function tightenAfterOverflow(
  input: PlanInput,
  reportedLimit: ReportedLimit | null,
): PlanInput {
  const itemTokens = sumOf(input.measured);
  const { tokensBefore } = input;
  const shown = Math.floor(tokensBefore * OVERFLOW_SHARE);
  const within =
    reportedLimit?.unit === "tokens"
      ? estimateWithinLimit(reportedLimit, tokensBefore)
      : Number.POSITIVE_INFINITY;
  const limitTokens = Math.max(1, Math.min(input.limitTokens, shown, within));
  const targetTokens = Math.min(input.targetTokens, limitTokens);
  const most = input.fixedTokens + (tokensBefore - input.fixedTokens) * OVERFLOW_SHARE;
  const windowTokens = Math.max(limitTokens, Math.min(input.windowTokens, most, within));
  const half = Math.max(1, Math.floor(Math.min(itemTokens, limitTokens) / 2));
  return {
    ...input,
    limitTokens,
    targetTokens,
    windowTokens: Math.floor(windowTokens),
    keepTokens: (kept) => Math.min(input.keepTokens(kept), half),
  };
}

/** Returns a token limit in estimated tokens. If the reported usage exceeds it, the result is below the current estimate. */
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

/** Returns the size of a request after pruning. Items that the view leaves out save nothing. */
export function prunedTokens(input: PlanInput, { measured }: PrunedItems): number {
  return input.fixedTokens + shownTokens(input.prefix, measured, input.estimator);
}

export function shownTokens(
  prefix: readonly Message[],
  kept: readonly MeasuredItem[],
  estimator: TokenEstimator,
): number {
  const sum = createViewSum(prefix, estimator);
  const sequence = createSequence(prefix, sum.onShown);
  for (const { item } of kept) sequence.add(item);
  return sum.tokens();
}
