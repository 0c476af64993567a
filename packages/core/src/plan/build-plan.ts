import { isPinOnly } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import type { Steps } from "../message/steps.ts";
import { messagesTokens, type TokenEstimator } from "../tokens/estimator.ts";
import { renderPrefix } from "../view/prefix.ts";
import { cutAt, type MeasuredItem, sumOf } from "./cut-point.ts";
import { lastUserMessageId } from "./guard.ts";
import { type PlanInput, shownTokens } from "./plan-input.ts";
import { type NoRoom, type Plan, removesFiles } from "./plan.ts";
import { type PrunedItems, withReplacements } from "./prune.ts";
import { buildPrefix } from "./summary-frame.ts";
import { leastSummaryTokens } from "./target.ts";
import { truncateOversized } from "./truncate-items.ts";
import { blockTokens, NO_VERBATIM, selectVerbatim, type VerbatimBlocks } from "./verbatim.ts";

export type Unusable = Pick<NoRoom, "type" | "neededTokens"> | { readonly type: "no-plan" };

/** The smallest summary that is worth making, in tokens. */
const MIN_SUMMARY_TOKENS = 14;

/** A summary of fewer tokens has a brief frame. */
const BRIEF_BELOW = 512;

/** Kept items are not truncated below this multiple of `keepTokens`. */
const LEAST_KEPT = 1.5;

/** The largest share of the room for kept items and summary that truncated items may take. */
const MOST_KEPT = 0.75;

/** Returns a plan without a summary: pruning is enough. */
export function pruningPlan(input: PlanInput, pruned: PrunedItems): Plan {
  const { measured, tailTokens, tokensBefore } = input;
  const first = measured.findIndex((one, index) => one !== pruned.measured[index]);
  const rest = first === -1 ? [] : measured.slice(first);
  return {
    type: "plan",
    reason: input.reason,
    compacted: [],
    compactedTokens: 0,
    kept: pruned.measured.map(({ item }) => item),
    keptTokens: sumOf(pruned.measured),
    shortened: [],
    cut: cutAt(pruned.measured, 0),
    verbatim: NO_VERBATIM,
    replacements: pruned.replacements,
    steps: pruned.steps,
    summaryTokens: 0,
    offlineSummaryTokens: 0,
    fileListTokens: 0,
    leastSummaryTokens: 0,
    isTight: false,
    isRenewal: false,
    isBrief: false,
    tokensBefore,
    commonPrefixTokens: tokensBefore - tailTokens - sumOf(rest),
    isWarm: input.isWarm,
    limitTokens: input.limitTokens,
    minimumProgress:
      input.isAboveWindow || removesFiles(pruned) ? 0 : input.resolved.minimumProgress,
  };
}

/** Returns the plan for a cut, or `no-room` if the kept items leave no room for a summary. */
export function* planAt(
  input: PlanInput,
  pruned: PrunedItems,
  place: number,
): Steps<Plan | Unusable> {
  const { limitTokens, resolved, targetTokens } = input;
  const kept = pruned.measured.slice(place).filter(({ item }) => !isPinOnly(item));
  const keptIds = new Set(kept.map(({ item }) => item.id));
  const verbatim = yield* selectVerbatim(input, place);
  const { isBrief, room } = roomFor(input, verbatim, kept, limitTokens);
  if (room < MIN_SUMMARY_TOKENS)
    return { type: "no-room", neededTokens: limitTokens - room + MIN_SUMMARY_TOKENS };
  const minimumProgress = input.isAboveWindow ? 0 : resolved.minimumProgress;
  const isAutomatic = input.reason === "threshold" || input.reason === "overflow";
  const mostAfter = Math.floor((1 - minimumProgress) * input.tokensBefore) - 1;
  const worthwhile = room - limitTokens + mostAfter;
  const below = (tokens: number): number =>
    Math.min(room - limitTokens + tokens, isAutomatic ? worthwhile : room);
  const compactedTokens = sumOf(input.measured.slice(0, place));
  const saved = minimumProgress === 0 ? 0 : compactedTokens;
  const least = isAutomatic ? leastSummaryTokens(limitTokens, room, saved) : 0;
  const isTight = below(targetTokens) < least;
  const most = below(isTight ? limitTokens : targetTokens);
  const summaryTokens = Math.max(MIN_SUMMARY_TOKENS, Math.min(resolved.summaryTokens, most));
  return {
    type: "plan",
    reason: input.reason,
    compacted: input.visible.slice(0, place),
    compactedTokens,
    kept: kept.map(({ item }) => item),
    keptTokens: sumOf(kept),
    shortened: input.originals
      .slice(place)
      .filter(({ id }) => keptIds.has(id) && getOwn(pruned.replacements, id) !== undefined),
    cut: cutAt(pruned.measured, place),
    verbatim,
    replacements: Object.fromEntries(
      Object.entries(pruned.replacements).filter(([id]) => keptIds.has(id)),
    ),
    steps: pruned.steps.flatMap((step) => {
      const ids = step.ids.filter((id) => keptIds.has(id));
      return ids.length === 0 ? [] : [{ ...step, ids }];
    }),
    summaryTokens,
    offlineSummaryTokens: Math.max(
      summaryTokens,
      Math.min(resolved.offlineSummaryTokens, most, worthwhile),
    ),
    fileListTokens: isBrief ? 0 : resolved.fileListTokens,
    leastSummaryTokens: least,
    isTight,
    isRenewal: !input.isAppend,
    isBrief,
    tokensBefore: input.tokensBefore,
    commonPrefixTokens: input.foremostTokens + frozenTokens(verbatim, input.estimator),
    isWarm: input.isWarm,
    limitTokens,
    minimumProgress,
  };
}

/** Estimates the segments that stay as they are. */
function frozenTokens({ frozen }: VerbatimBlocks, estimator: TokenEstimator): number {
  return messagesTokens(renderPrefix(frozen), estimator);
}

/** Returns the room for a summary below a limit. The frame is brief if the room is small. */
function roomFor(
  input: PlanInput,
  verbatim: VerbatimBlocks,
  kept: readonly MeasuredItem[],
  limitTokens: number,
): { readonly room: number; readonly isBrief: boolean } {
  const whole = limitTokens - tokensAround(input, verbatim, kept, false);
  if (whole >= BRIEF_BELOW) return { room: whole, isBrief: false };
  return { room: limitTokens - tokensAround(input, verbatim, kept, true), isBrief: true };
}

/** Estimates the request without the text of the summary. */
export function tokensAround(
  { estimator, fixedTokens }: PlanInput,
  verbatim: VerbatimBlocks,
  kept: readonly MeasuredItem[],
  brief: boolean,
): number {
  const prefix = buildPrefix(verbatim, { summary: "-", digestText: brief ? "" : "-" }, { brief });
  return fixedTokens + shownTokens(renderPrefix(prefix), kept, estimator);
}

/** Returns what a request needs that does not fit. */
export function* noRoom(input: PlanInput, neededTokens: number): Steps<NoRoom> {
  const { estimator, fixedTokens, limitTokens, tailTokens, toolTokens } = input;
  const { system, pins } = yield* selectVerbatim(input, input.visible.length);
  const needs = {
    "system text": fixedTokens - tailTokens - toolTokens + blockTokens(system, estimator),
    tools: toolTokens,
    "pinned messages": blockTokens(pins, estimator),
    "messages of this request only": tailTokens,
  };
  return { type: "no-room", neededTokens, limitTokens, needs };
}

/** Returns the room for user text and summary if nothing else is kept. */
export function* roomForText(input: PlanInput): Steps<number> {
  const resolved = { ...input.resolved, keepUserTokens: 0 };
  const verbatim = yield* selectVerbatim({ ...input, resolved }, input.visible.length);
  return input.limitTokens - tokensAround(input, verbatim, [], true);
}

/** Truncates oversized items from a position on, so that a summary of full size fits. */
export function* truncateKept(
  input: PlanInput,
  pruned: PrunedItems,
  place: number,
): Steps<PrunedItems> {
  const { estimator, fixedTokens, limitTokens, visible } = input;
  const kept = pruned.measured.slice(place);
  const around = fixedTokens + shownTokens(input.prefix, kept, estimator) - sumOf(kept);
  const keptRoom = place === 0 ? limitTokens - around : yield* roomForKept(input, kept, place);
  const isWhole = input.lastUserTokens === Number.POSITIVE_INFINITY;
  const wholeId = isWhole ? lastUserMessageId(visible, []) : null;
  const parts = truncateOversized(kept, keptRoom, wholeId, estimator);
  return withReplacements(pruned, "truncate", parts, estimator);
}

function* roomForKept(
  input: PlanInput,
  kept: readonly MeasuredItem[],
  place: number,
): Steps<number> {
  const { resolved, targetTokens } = input;
  const keepTokens = input.keepTokens(kept);
  const verbatim = yield* selectVerbatim(input, place);
  const room = roomFor(input, verbatim, kept, targetTokens).room + sumOf(kept);
  const asked = Math.max(room - resolved.offlineSummaryTokens, LEAST_KEPT * keepTokens);
  return Math.min(asked, Math.floor(room * MOST_KEPT));
}
