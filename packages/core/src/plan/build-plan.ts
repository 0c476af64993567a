import { isPinOnly } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import type { PruningStep } from "../message/receipt.ts";
import type { PrefixBlock } from "../message/state.ts";
import { pinBlocks, renderPrefix } from "../view/prefix.ts";
import { cutAt, type MeasuredItem } from "./cut-point.ts";
import { lastUserMessageId } from "./guard.ts";
import { type PlanInput, shownTokens, sumOf } from "./plan-input.ts";
import type { Plan } from "./plan.ts";
import { type PrunedItems, replacedBy } from "./prune.ts";
import { renderSummaryPieces } from "./summary-frame.ts";
import { truncateOversized } from "./truncate-items.ts";
import { selectVerbatim, type VerbatimBlocks } from "./verbatim.ts";

export type Unusable =
  | { readonly type: "no-plan"; readonly why: "nothing-to-compact" }
  | { readonly type: "no-room"; readonly neededTokens: number; readonly limitTokens: number };

/** A summary of fewer tokens than this is not worth making. */
const SMALLEST_SUMMARY = 16;

/** A summary of fewer tokens than this has a brief frame. */
const BRIEF_BELOW = 512;

/** What is kept is not shortened below so many times the size that was asked for. */
const LEAST_KEPT = 1.5;

/** The most of the room for it and the summary that what is kept may take where it must be shortened. */
const MOST_KEPT = 0.75;

/** A plan that covers nothing: what is hidden or clamped is enough. */
export function pruningPlan(input: PlanInput, hidden: PrunedItems): Plan {
  const isForBytes = hidden.steps.some(({ name }) => name === "files");
  return {
    type: "plan",
    reason: input.reason,
    compacted: [],
    compactedTokens: 0,
    kept: hidden.measured.map(({ item }) => item),
    keptTokens: sumOf(hidden.measured),
    shortened: [],
    cut: cutAt(hidden.measured, 0),
    verbatim: { system: [], pins: [], user: [], reminders: [], ids: [], truncatedIds: [] },
    replacements: hidden.replacements,
    steps: hidden.steps,
    summaryTokens: 0,
    isBrief: false,
    tokensBefore: input.tokensBefore,
    commonPrefixTokens: tokensBeforeEdits(input, hidden),
    isWarm: input.isWarm,
    limitTokens: input.limitTokens,
    minimumProgress: input.isAboveWindow || isForBytes ? 0 : input.resolved.minimumProgress,
  };
}

/** What stands before the first item that is shown in another way. */
function tokensBeforeEdits(
  { measured, tailTokens, tokensBefore }: PlanInput,
  hidden: PrunedItems,
): number {
  const first = measured.findIndex((one, index) => one !== hidden.measured[index]);
  const rest = first === -1 ? [] : measured.slice(first);
  return tokensBefore - tailTokens - sumOf(rest);
}

/** What a cut at a place would do, or that there is no room for what would stay and a summary. */
export function planAt(input: PlanInput, hidden: PrunedItems, place: number): Plan | Unusable {
  const { limitTokens, resolved } = input;
  const kept = hidden.measured.slice(place).filter(({ item }) => !isPinOnly(item));
  const keptIds = new Set(kept.map(({ item }) => item.id));
  const verbatim = verbatimAt(input, place);
  const wide = limitTokens - tokensAround(input, verbatim, kept, false);
  const isBrief = wide < BRIEF_BELOW;
  const room = isBrief ? limitTokens - tokensAround(input, verbatim, kept, true) : wide;
  if (room < SMALLEST_SUMMARY)
    return { type: "no-room", neededTokens: limitTokens - room + SMALLEST_SUMMARY, limitTokens };
  return {
    type: "plan",
    reason: input.reason,
    compacted: input.visible.slice(0, place),
    compactedTokens: sumOf(input.measured.slice(0, place)),
    kept: kept.map(({ item }) => item),
    keptTokens: sumOf(kept),
    shortened: input.originals.filter(
      ({ id }) => keptIds.has(id) && getOwn(hidden.replacements, id) !== undefined,
    ),
    cut: cutAt(hidden.measured, place),
    verbatim,
    replacements: Object.fromEntries(
      Object.entries(hidden.replacements).filter(([id]) => keptIds.has(id)),
    ),
    steps: hidden.steps.flatMap((step) => keptOf(step, keptIds)),
    summaryTokens: Math.min(Math.max(resolved.summaryTokens, SMALLEST_SUMMARY), room),
    isBrief,
    tokensBefore: input.tokensBefore,
    commonPrefixTokens: input.foremostTokens,
    isWarm: input.isWarm,
    limitTokens,
    minimumProgress: input.isAboveWindow ? 0 : resolved.minimumProgress,
  };
}

/** What all but the summary itself takes. */
function tokensAround(
  { estimator, fixedTokens }: PlanInput,
  carried: VerbatimBlocks,
  kept: readonly MeasuredItem[],
  isBrief: boolean,
): number {
  const head = renderPrefix([...verbatimBlocks(carried), ...frameOf(carried, isBrief)]);
  return fixedTokens + shownTokens(head, kept, estimator);
}

function frameOf({ user }: VerbatimBlocks, brief: boolean): readonly PrefixBlock[] {
  return renderSummaryPieces(
    { summary: "", digestText: "" },
    { humanWords: user.length > 0, brief },
  );
}

function verbatimBlocks({ user, pins, reminders, system }: VerbatimBlocks): readonly PrefixBlock[] {
  return [...system, ...pins, ...user, ...reminders];
}

/** A step as far as it concerns what is kept: what is covered need not be hidden. */
function keptOf(step: PruningStep, keptIds: ReadonlySet<string>): readonly PruningStep[] {
  const ids = step.ids.filter((id) => keptIds.has(id));
  return ids.length === 0 ? [] : [{ ...step, ids }];
}

function verbatimAt(input: PlanInput, place: number): VerbatimBlocks {
  const { estimator, state, visible, resolved, originals, reminders } = input;
  const pins = visible.flatMap((item, index) => {
    const message = originals[index]?.message;
    const isCarried = item.pinId !== undefined && (index < place || isPinOnly(item));
    return isCarried && message !== undefined ? pinBlocks(item.pinId, message) : [];
  });
  return selectVerbatim(state, visible.slice(0, place), {
    keepUserTokens: resolved.keepUserTokens,
    windowTokens: resolved.windowTokens,
    lastUserMessageId: lastUserMessageId(visible, state?.prefix ?? []),
    pins,
    reminders,
    estimator,
  });
}

/**
 * What is kept from a place on, with what is too large for the room shown head and tail: to leave the summary its size,
 * what is kept gives way.
 */
export function truncateKept(input: PlanInput, hidden: PrunedItems, place: number): PrunedItems {
  const { estimator, visible } = input;
  const kept = hidden.measured.slice(place);
  const keptRoom = place === 0 ? roomForAll(input, kept) : roomForKept(input, kept, place);
  const parts = truncateOversized(kept, keptRoom, lastUserMessageId(visible, []), estimator);
  const ids = Object.keys(parts);
  if (ids.length === 0) return hidden;
  const measured = hidden.measured.map((one) => {
    const shown = getOwn(parts, one.item.id);
    return shown === undefined ? one : replacedBy(one, shown, estimator);
  });
  const savedTokens = sumOf(hidden.measured) - sumOf(measured);
  return {
    measured,
    replacements: { ...hidden.replacements, ...parts },
    steps: [...hidden.steps, { name: "truncate", ids, savedTokens }],
  };
}

function roomForAll(input: PlanInput, kept: readonly MeasuredItem[]): number {
  const { estimator, fixedTokens, limitTokens } = input;
  return limitTokens - fixedTokens - shownTokens(input.prefix, kept, estimator) + sumOf(kept);
}

function roomForKept(input: PlanInput, kept: readonly MeasuredItem[], place: number): number {
  const { keepTokens, limitTokens, resolved } = input;
  const carried = verbatimAt(input, place);
  const free = (isBrief: boolean): number =>
    limitTokens - tokensAround(input, carried, kept, isBrief) + sumOf(kept);
  const room = free(free(false) < BRIEF_BELOW);
  const asked = Math.max(room - resolved.summaryTokens, LEAST_KEPT * keepTokens);
  return Math.min(asked, Math.floor(room * MOST_KEPT));
}
