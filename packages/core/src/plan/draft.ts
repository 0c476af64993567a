import { headMessages } from "../log/view.ts";
import type { Item } from "../model/item.ts";
import type { Mark } from "../model/mark.ts";
import type { Message } from "../model/message.ts";
import type { CompactionReason } from "../model/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { estimateWithin, type Usage } from "../tokens/usage.ts";
import { createViewMeter } from "../tokens/view-meter.ts";
import type { Measured } from "./cut-point.ts";
import type { Hidden } from "./hiding.ts";
import type { ResolvedPolicy } from "./policy.ts";
import type { StatePiece } from "./state.ts";
import { estimateWithinTold, type ToldLimit } from "./told-limit.ts";

/** All that choosing a cut depends on, on the scale of our estimate. */
export type Draft = {
  readonly reason: CompactionReason;
  readonly mark: Mark | null;
  readonly resolved: ResolvedPolicy;
  readonly estimator: TokenEstimator;
  readonly state: readonly StatePiece[];
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
  readonly originals: readonly Item[];
  readonly said: readonly Item[];
  readonly measured: readonly Measured[];
  readonly keepTokens: number;
  readonly limitTokens: number;
};

/** An overflow shows that the estimate is too low: what remains must be at most this share of it. */
const OVERFLOW_SHARE = 0.75;

/**
 * The draft after an overflow: at most half of what is there stays, a quarter of the whole must go, and where the
 * provider told its limit, what remains is within it.
 */
export function tightened(draft: Draft, told: ToldLimit | null): Draft {
  const live = sumOf(draft.measured);
  const { tokensBefore } = draft;
  const shown = Math.floor(tokensBefore * OVERFLOW_SHARE);
  const within = told === null ? shown : estimateWithinTold(told, tokensBefore);
  const limitTokens = Math.max(1, Math.min(draft.limitTokens, shown, within));
  const keepTokens = Math.min(draft.keepTokens, live / 2, limitTokens / 2);
  return { ...draft, limitTokens, keepTokens: Math.max(1, Math.floor(keepTokens)) };
}

/** The limit on the scale of our estimate; where a report puts the context above it, below what is there now. */
export function limitOfEstimate(
  limitTokens: number,
  tokensBefore: number,
  overhead: number,
  usage: Usage,
): number {
  const calibrated = estimateWithin(limitTokens, overhead, usage.calibration);
  const reported =
    usage.tokens > limitTokens ? (tokensBefore * limitTokens) / usage.tokens : calibrated;
  return Math.floor(Math.min(calibrated, reported));
}

/** Whether what is left when something is hidden fits the limit; what the view leaves out saves nothing when it is hidden. */
export function isWithinLimit(draft: Draft, { measured }: Hidden): boolean {
  const tokens = draft.fixedTokens + shownTokens(markHead(draft), measured, draft.estimator);
  return tokens <= draft.limitTokens;
}

/** The head that stands now. */
export function markHead({ mark }: Draft): readonly Message[] {
  return mark === null ? [] : headMessages(mark);
}

/** The estimate of a view of some head and items, made whole. */
export function shownTokens(
  head: readonly Message[],
  kept: readonly Measured[],
  estimator: TokenEstimator,
): number {
  const meter = createViewMeter(head, estimator);
  for (const { item } of kept) meter.add(item.message);
  return meter.tokens();
}

export function sumOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { tokens }) => sum + tokens, 0);
}
