import { type MeasuredItem, sumOf } from "./cut-point.ts";
import type { ResolvedPolicy } from "./policy.ts";
import { sizedWindow } from "./trigger.ts";

/** The share of the window that stays free below the trigger. Measured; see docs/economics.md. */
const LEAST_FREE = 0.16;

/** Views are not made smaller than this for the sake of cost, in tokens. Measured; see docs/economics.md. */
const LEAST_VIEW = 40_000;

/**
 * The distance between two compactions at which requests cost least is the root of this times the view after one times
 * the new tokens of a request: a compaction writes the view again at 12.5 times the price of reading it.
 */
const COST_RATIO = 23;

/** The room that a summary needs, in tokens: 400 for the headings of a prompt, and a tenth for a recall hint. */
const LEAST_SUMMARY = { tokens: 450, share: 0.05, ofSaved: 0.25 } as const;

/** Returns the size of a request after a compaction, by the policy or by the growth of the conversation so far. */
export function targetTokensOf(
  { limitTokens, targetTokens, windowTokens }: ResolvedPolicy,
  measured: readonly MeasuredItem[],
): number {
  if (targetTokens !== null) return targetTokens;
  const free = LEAST_FREE * sizedWindow(windowTokens, limitTokens);
  const most = Math.max(1, Math.floor(limitTokens - free));
  const growth = COST_RATIO * growthOf(measured);
  const root = (Math.sqrt(growth + 4 * limitTokens) - Math.sqrt(growth)) / 2;
  return Math.min(most, Math.max(LEAST_VIEW, Math.floor(root ** 2)));
}

/** Returns the mean of the new tokens of a request. */
function growthOf(measured: readonly MeasuredItem[]): number {
  const answers = measured.filter(({ item }) => item.message.role === "assistant").length;
  return sumOf(measured) / Math.max(1, answers);
}

/**
 * Returns the size below which a model is not called for a summary. If the limit leaves room, a small conversation needs
 * a small one.
 *
 * @param saved what the compaction replaces, in tokens; 0 if it need not save a minimum
 */
export function leastSummaryTokens(limitTokens: number, room: number, saved: number): number {
  const { ofSaved, share, tokens } = LEAST_SUMMARY;
  const least = Math.min(tokens, Math.floor(limitTokens * share));
  return room < least ? least : Math.min(least, Math.floor(saved * ofSaved));
}
