import { isPinOnly } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import { renderPrefix } from "../view/prefix.ts";
import { cutAt, type MeasuredItem, sumOf } from "./cut-point.ts";
import { lastUserMessageId } from "./guard.ts";
import { type PlanInput, shownTokens } from "./plan-input.ts";
import type { NoRoom, Plan } from "./plan.ts";
import { type PrunedItems, withReplacements } from "./prune.ts";
import { buildPrefix } from "./summary-frame.ts";
import { truncateOversized } from "./truncate-items.ts";
import { blockTokens, NO_VERBATIM, selectVerbatim, type VerbatimBlocks } from "./verbatim.ts";

export type Unusable = Pick<NoRoom, "type" | "neededTokens"> | { readonly type: "no-plan" };

/** The smallest summary that is worth making, in tokens. */
const MIN_SUMMARY_TOKENS = 16;

/** The share of the window that a longer offline summary leaves for new messages. Measured; see docs/eval.md. */
const SPARE_SHARE = 0.08;

/** A summary of fewer tokens has a brief frame. */
const BRIEF_BELOW = 512;

/** Kept items are not truncated below this multiple of `keepTokens`. */
const LEAST_KEPT = 1.5;

/** The largest share of the room for kept items and summary that truncated items may take. */
const MOST_KEPT = 0.75;

/** Whether pruning replaced files to keep the byte limit. Any saving of tokens is enough then. */
export function removesFiles({ steps }: Pick<Plan, "steps">): boolean {
  return steps.some(({ name }) => name === "files");
}

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
export function planAt(input: PlanInput, pruned: PrunedItems, place: number): Plan | Unusable {
  const { limitTokens, resolved } = input;
  const kept = pruned.measured.slice(place).filter(({ item }) => !isPinOnly(item));
  const keptIds = new Set(kept.map(({ item }) => item.id));
  const verbatim = selectVerbatim(input, place);
  const free = (isBrief: boolean): number =>
    limitTokens - tokensAround(input, verbatim, kept, isBrief);
  const isBrief = free(false) < BRIEF_BELOW;
  const room = free(isBrief);
  if (room < MIN_SUMMARY_TOKENS)
    return { type: "no-room", neededTokens: limitTokens - room + MIN_SUMMARY_TOKENS };
  const summaryTokens = Math.min(Math.max(resolved.summaryTokens, MIN_SUMMARY_TOKENS), room);
  const minimumProgress = input.isAboveWindow ? 0 : resolved.minimumProgress;
  const spared = Math.min(
    room - Math.floor(SPARE_SHARE * resolved.windowTokens),
    Math.floor((1 - minimumProgress) * input.tokensBefore) - (limitTokens - room),
  );
  return {
    type: "plan",
    reason: input.reason,
    compacted: input.visible.slice(0, place),
    compactedTokens: sumOf(input.measured.slice(0, place)),
    kept: kept.map(({ item }) => item),
    keptTokens: sumOf(kept),
    shortened: input.originals.filter(
      ({ id }) => keptIds.has(id) && getOwn(pruned.replacements, id) !== undefined,
    ),
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
    offlineSummaryTokens: Math.max(summaryTokens, Math.min(resolved.offlineSummaryTokens, spared)),
    isBrief,
    tokensBefore: input.tokensBefore,
    commonPrefixTokens: input.foremostTokens,
    isWarm: input.isWarm,
    limitTokens,
    minimumProgress,
  };
}

/** Estimates the request without the text of the summary. */
function tokensAround(
  { estimator, fixedTokens }: PlanInput,
  verbatim: VerbatimBlocks,
  kept: readonly MeasuredItem[],
  brief: boolean,
): number {
  const prefix = buildPrefix(verbatim, { summary: "-", digestText: brief ? "" : "-" }, { brief });
  return fixedTokens + shownTokens(renderPrefix(prefix), kept, estimator);
}

/** Returns what a request needs that does not fit. */
export function noRoom(input: PlanInput, neededTokens: number): NoRoom {
  const { estimator, fixedTokens, limitTokens, tailTokens, toolTokens } = input;
  const { system, pins } = selectVerbatim(input, input.visible.length);
  const needs = {
    "system text": fixedTokens - tailTokens - toolTokens + blockTokens(system, estimator),
    tools: toolTokens,
    "pinned messages": blockTokens(pins, estimator),
    "messages of this request only": tailTokens,
  };
  return { type: "no-room", neededTokens, limitTokens, needs };
}

/** Returns the room for user text and summary if nothing else is kept. */
export function roomForText(input: PlanInput): number {
  const resolved = { ...input.resolved, keepUserTokens: 0 };
  const verbatim = selectVerbatim({ ...input, resolved }, input.visible.length);
  return input.limitTokens - tokensAround(input, verbatim, [], true);
}

/** Truncates oversized items from a position on, so that a summary of full size fits. */
export function truncateKept(input: PlanInput, pruned: PrunedItems, place: number): PrunedItems {
  const { estimator, fixedTokens, limitTokens, visible } = input;
  const kept = pruned.measured.slice(place);
  const around = fixedTokens + shownTokens(input.prefix, kept, estimator) - sumOf(kept);
  const keptRoom = place === 0 ? limitTokens - around : roomForKept(input, kept, place);
  const isWhole = input.lastUserTokens === Number.POSITIVE_INFINITY;
  const wholeId = isWhole ? lastUserMessageId(visible, []) : null;
  const parts = truncateOversized(kept, keptRoom, wholeId, estimator);
  return withReplacements(pruned, "truncate", parts, estimator);
}

function roomForKept(input: PlanInput, kept: readonly MeasuredItem[], place: number): number {
  const { limitTokens, resolved } = input;
  const keepTokens = input.keepTokens(kept);
  const verbatim = selectVerbatim(input, place);
  const free = (isBrief: boolean): number =>
    limitTokens - tokensAround(input, verbatim, kept, isBrief) + sumOf(kept);
  const room = free(free(false) < BRIEF_BELOW);
  const asked = Math.max(room - resolved.offlineSummaryTokens, LEAST_KEPT * keepTokens);
  return Math.min(asked, Math.floor(room * MOST_KEPT));
}
