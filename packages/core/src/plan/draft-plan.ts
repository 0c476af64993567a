import { pinPieces } from "../log/revert.ts";
import { renderHead } from "../log/view.ts";
import { isPinOnly } from "../model/item.ts";
import type { HeadPiece } from "../model/mark.ts";
import { own } from "../model/own.ts";
import type { Rung } from "../model/receipt.ts";
import { type Carried, carry } from "./carry.ts";
import { clampOversized } from "./clamp.ts";
import { cutAt, type Measured } from "./cut-point.ts";
import { type Draft, markHead, shownTokens, sumOf } from "./draft.ts";
import { lastHumanId } from "./guard.ts";
import { type Hidden, replacedBy } from "./hiding.ts";
import type { Plan } from "./plan.ts";
import { renderSummaryPieces } from "./summary-frame.ts";

export type Unusable =
  | { readonly type: "no-plan"; readonly why: "nothing-to-cover" }
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
export function hidingPlan(draft: Draft, hidden: Hidden): Plan {
  const isForBytes = hidden.rungs.some(({ name }) => name === "files");
  return {
    type: "plan",
    reason: draft.reason,
    covered: [],
    coveredTokens: 0,
    kept: hidden.measured.map(({ item }) => item),
    keptTokens: sumOf(hidden.measured),
    shortened: [],
    cut: cutAt(hidden.measured, 0),
    carried: { system: [], pins: [], human: [], state: [], ids: [], clampedIds: [] },
    replaced: hidden.replaced,
    rungs: hidden.rungs,
    summaryTokens: 0,
    isBrief: false,
    tokensBefore: draft.tokensBefore,
    prefixTokens: tokensBeforeEdits(draft, hidden),
    isWarm: draft.isWarm,
    limitTokens: draft.limitTokens,
    minimumProgress: draft.isAboveWindow || isForBytes ? 0 : draft.resolved.minimumProgress,
  };
}

/** What stands before the first item that is shown in another way. */
function tokensBeforeEdits({ measured, tailTokens, tokensBefore }: Draft, hidden: Hidden): number {
  const first = measured.findIndex((one, index) => one !== hidden.measured[index]);
  const rest = first === -1 ? [] : measured.slice(first);
  return tokensBefore - tailTokens - sumOf(rest);
}

/** What a cut at a place would do, or that there is no room for what would stay and a summary. */
export function planAt(draft: Draft, hidden: Hidden, place: number): Plan | Unusable {
  const { limitTokens, resolved } = draft;
  const kept = hidden.measured.slice(place).filter(({ item }) => !isPinOnly(item));
  const keptIds = new Set(kept.map(({ item }) => item.id));
  const carried = carriedAt(draft, place);
  const wide = limitTokens - tokensAround(draft, carried, kept, false);
  const isBrief = wide < BRIEF_BELOW;
  const room = isBrief ? limitTokens - tokensAround(draft, carried, kept, true) : wide;
  if (room < SMALLEST_SUMMARY)
    return { type: "no-room", neededTokens: limitTokens - room + SMALLEST_SUMMARY, limitTokens };
  return {
    type: "plan",
    reason: draft.reason,
    covered: draft.originals.slice(0, place),
    coveredTokens: sumOf(draft.measured.slice(0, place)),
    kept: kept.map(({ item }) => item),
    keptTokens: sumOf(kept),
    shortened: draft.said.filter(
      ({ id }) => keptIds.has(id) && own(hidden.replaced, id) !== undefined,
    ),
    cut: cutAt(hidden.measured, place),
    carried,
    replaced: Object.fromEntries(Object.entries(hidden.replaced).filter(([id]) => keptIds.has(id))),
    rungs: hidden.rungs.flatMap((rung) => keptOf(rung, keptIds)),
    summaryTokens: Math.min(Math.max(resolved.summaryTokens, SMALLEST_SUMMARY), room),
    isBrief,
    tokensBefore: draft.tokensBefore,
    prefixTokens: draft.foremostTokens,
    isWarm: draft.isWarm,
    limitTokens,
    minimumProgress: draft.isAboveWindow ? 0 : resolved.minimumProgress,
  };
}

/** What all but the summary itself takes. */
function tokensAround(
  { estimator, fixedTokens }: Draft,
  carried: Carried,
  kept: readonly Measured[],
  isBrief: boolean,
): number {
  const head = renderHead([...carriedPieces(carried), ...frameOf(carried, isBrief)]);
  return fixedTokens + shownTokens(head, kept, estimator);
}

function frameOf({ human }: Carried, brief: boolean): readonly HeadPiece[] {
  return renderSummaryPieces(
    { summary: "", digestText: "" },
    { humanWords: human.length > 0, brief },
  );
}

function carriedPieces({ human, pins, state, system }: Carried): readonly HeadPiece[] {
  return [...system, ...pins, ...human, ...state];
}

/** A step as far as it concerns what is kept: what is covered need not be hidden. */
function keptOf(rung: Rung, keptIds: ReadonlySet<string>): readonly Rung[] {
  const ids = rung.ids.filter((id) => keptIds.has(id));
  return ids.length === 0 ? [] : [{ ...rung, ids }];
}

function carriedAt(draft: Draft, place: number): Carried {
  const { estimator, mark, originals, resolved, said, state } = draft;
  const pins = originals.flatMap((item, index) => {
    const message = said[index]?.message;
    const isCarried = item.pinId !== undefined && (index < place || isPinOnly(item));
    return isCarried && message !== undefined ? pinPieces(item.pinId, message) : [];
  });
  return carry(mark, originals.slice(0, place), {
    humanTokens: resolved.humanTokens,
    windowTokens: resolved.windowTokens,
    lastHumanId: lastHumanId(originals, mark?.head ?? []),
    pins,
    state,
    estimator,
  });
}

/**
 * What is kept from a place on, with what is too large for the room shown head and tail: to leave the summary its size,
 * what is kept gives way.
 */
export function clamped(draft: Draft, hidden: Hidden, place: number): Hidden {
  const { estimator, originals } = draft;
  const kept = hidden.measured.slice(place);
  const keptRoom = place === 0 ? roomForAll(draft, kept) : roomForKept(draft, kept, place);
  const parts = clampOversized(kept, keptRoom, lastHumanId(originals, []), estimator);
  const ids = Object.keys(parts);
  if (ids.length === 0) return hidden;
  const measured = hidden.measured.map((one) => {
    const shown = own(parts, one.item.id);
    return shown === undefined ? one : replacedBy(one, shown, estimator);
  });
  const savedTokens = sumOf(hidden.measured) - sumOf(measured);
  return {
    measured,
    replaced: { ...hidden.replaced, ...parts },
    rungs: [...hidden.rungs, { name: "clamp", ids, savedTokens }],
  };
}

function roomForAll(draft: Draft, kept: readonly Measured[]): number {
  const { estimator, fixedTokens, limitTokens } = draft;
  return limitTokens - fixedTokens - shownTokens(markHead(draft), kept, estimator) + sumOf(kept);
}

function roomForKept(draft: Draft, kept: readonly Measured[], place: number): number {
  const { keepTokens, limitTokens, resolved } = draft;
  const carried = carriedAt(draft, place);
  const free = (isBrief: boolean): number =>
    limitTokens - tokensAround(draft, carried, kept, isBrief) + sumOf(kept);
  const room = free(free(false) < BRIEF_BELOW);
  const asked = Math.max(room - resolved.summaryTokens, LEAST_KEPT * keepTokens);
  return Math.min(asked, Math.floor(room * MOST_KEPT));
}
