import { pinPieces } from "../log/revert.ts";
import { headMessages, renderHead } from "../log/view.ts";
import { isTurnStart } from "../log/turn-start.ts";
import { isPinOnly, type Item } from "../model/item.ts";
import type { Mark } from "../model/mark.ts";
import type { Message } from "../model/message.ts";
import { own } from "../model/own.ts";
import type { CompactionReason, Rung } from "../model/receipt.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { estimateWithin, type Usage } from "../tokens/usage.ts";
import { createViewMeter } from "../tokens/view-meter.ts";
import { type Carried, carry } from "./carry.ts";
import { clampOversized } from "./clamp.ts";
import { cutAt, findCutPoint, legalCuts, type Measured } from "./cut-point.ts";
import { lastHumanId } from "./guard.ts";
import { type Hidden, replacedBy } from "./hiding.ts";
import type { Plan } from "./plan.ts";
import type { ResolvedPolicy } from "./policy.ts";
import type { StatePiece } from "./state.ts";
import { estimateWithinTold, type ToldLimit } from "./told-limit.ts";
import { turnStartOf } from "./turns.ts";

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

export type Unusable =
  | { readonly type: "no-plan"; readonly why: "nothing-to-cover" }
  | { readonly type: "no-room"; readonly neededTokens: number; readonly limitTokens: number };

/** A summary of fewer tokens than this is not worth making. */
const SMALLEST_SUMMARY = 64;

/** What the fixed texts around a summary take at most, in tokens of any estimator. */
const FRAMING_TOKENS = 128;

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

/**
 * The first of these that fits the limit: the cut by budget; every later one; the latest, with what is too large shown
 * head and tail; everything covered.
 */
export function fitCut(draft: Draft, hidden: Hidden): Plan | Unusable {
  const { measured } = hidden;
  const first = firstCut(draft, measured);
  if (first === 0 && draft.tokensBefore <= draft.limitTokens)
    return { type: "no-plan", why: "nothing-to-cover" };
  const places = placesFrom(draft, measured, first);
  const inside = places.filter((place) => place < measured.length);
  for (const place of inside) {
    const plan = planAt(draft, hidden, place);
    if (plan.type === "plan" && !isCrowded(draft, plan)) return plan;
  }
  const latest = inside.at(-1);
  if (latest !== undefined) {
    const plan = planAt(draft, clamped(draft, hidden, latest), latest);
    if (plan.type === "plan") return plan;
  }
  const whole = clamped(draft, hidden, 0);
  if (latest === undefined && isWithinLimit(draft, whole)) return hidingPlan(draft, whole);
  return places.includes(measured.length)
    ? planAt(draft, hidden, measured.length)
    : { type: "no-plan", why: "nothing-to-cover" };
}

/** Whether what is left when something is hidden fits the limit; what the view leaves out saves nothing when it is hidden. */
export function isWithinLimit(draft: Draft, { measured }: Hidden): boolean {
  const tokens = draft.fixedTokens + shownTokens(markHead(draft), measured, draft.estimator);
  return tokens <= draft.limitTokens;
}

/** Whether what stays is far more than was asked for, and leaves too little room for a summary. */
function isCrowded({ keepTokens, resolved }: Draft, plan: Plan): boolean {
  return plan.summaryTokens < resolved.summaryTokens && plan.keptTokens > 2 * keepTokens;
}

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
    cut: cutAt(hidden.measured, 0),
    carried: { system: [], pins: [], human: [], state: [], ids: [], clampedIds: [] },
    replaced: hidden.replaced,
    rungs: hidden.rungs,
    summaryTokens: 0,
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

/**
 * The cut that was asked for, or the cut by budget; where everything fits the budget, the start of the turns that stay
 * in any case.
 */
function firstCut({ keepTokens, resolved, upTo }: Draft, measured: readonly Measured[]): number {
  const items = measured.map(({ item }) => item);
  if (upTo !== undefined) return items.findIndex((item) => item.id === upTo) + 1;
  const turns = turnsStart(items, Math.max(1, resolved.keepTurns));
  const budget =
    resolved.keepTurns === 0 ? keepTokens : Math.max(keepTokens, sumOf(measured.slice(turns)));
  const { index } = findCutPoint(measured, budget, resolved.boundary);
  return index > 0 ? index : turns;
}

/** Where the newest turns begin, so many of them. */
function turnsStart(items: readonly Item[], count: number): number {
  let found = 0;
  for (let place = items.length - 1; place > 0; place -= 1) {
    const item = items[place];
    if (item !== undefined && isTurnStart(item, items[place - 1])) found += 1;
    if (found === count) return place;
  }
  return count === 1 ? turnStartOf(items, items.length - 1) : 0;
}

/** The legal cuts from a place on that cover more than system text; where there is none, the last one before it. */
function placesFrom(
  { resolved }: Draft,
  measured: readonly Measured[],
  first: number,
): readonly number[] {
  const items = measured.map(({ item }) => item);
  const firstSaid = items.findIndex((item) => item.message.role !== "system");
  const legal = legalCuts(items, resolved.boundary);
  const isFallThrough = resolved.boundary === "user" && legal[first] === false;
  const places = (isFallThrough ? legalCuts(items, "message") : legal).flatMap((isLegal, place) =>
    isLegal && place > firstSaid && firstSaid !== -1 ? [place] : [],
  );
  const later = places.filter((place) => place >= first);
  return later.length > 0 ? later : places.slice(-1);
}

function planAt(draft: Draft, hidden: Hidden, place: number): Plan | Unusable {
  const { estimator, resolved } = draft;
  const kept = hidden.measured.slice(place).filter(({ item }) => !isPinOnly(item));
  const keptIds = new Set(kept.map(({ item }) => item.id));
  const carried = carriedAt(draft, place);
  const keptTokens = sumOf(kept);
  const neededTokens =
    draft.fixedTokens +
    shownTokens(carriedHead(carried), kept, estimator) +
    FRAMING_TOKENS +
    SMALLEST_SUMMARY;
  const room = draft.limitTokens - neededTokens + SMALLEST_SUMMARY;
  if (room < SMALLEST_SUMMARY)
    return { type: "no-room", neededTokens, limitTokens: draft.limitTokens };
  return {
    type: "plan",
    reason: draft.reason,
    covered: draft.originals.slice(0, place),
    coveredTokens: sumOf(draft.measured.slice(0, place)),
    kept: kept.map(({ item }) => item),
    keptTokens,
    cut: cutAt(hidden.measured, place),
    carried,
    replaced: Object.fromEntries(Object.entries(hidden.replaced).filter(([id]) => keptIds.has(id))),
    rungs: hidden.rungs.flatMap((rung) => keptOf(rung, keptIds)),
    summaryTokens: Math.min(Math.max(resolved.summaryTokens, SMALLEST_SUMMARY), room),
    tokensBefore: draft.tokensBefore,
    prefixTokens: draft.foremostTokens,
    isWarm: draft.isWarm,
    limitTokens: draft.limitTokens,
    minimumProgress: draft.isAboveWindow ? 0 : resolved.minimumProgress,
  };
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
 * what is kept gives way, but not below the size that was asked for.
 */
function clamped(draft: Draft, hidden: Hidden, place: number): Hidden {
  const { estimator, keepTokens, originals, resolved } = draft;
  const kept = hidden.measured.slice(place);
  const head = place === 0 ? markHead(draft) : carriedHead(carriedAt(draft, place));
  const around = draft.fixedTokens + shownTokens(head, kept, estimator) - sumOf(kept);
  const free = draft.limitTokens - around;
  const room = place === 0 ? free : free - FRAMING_TOKENS;
  const keptRoom =
    place === 0
      ? room
      : Math.min(Math.max(room - resolved.summaryTokens, keepTokens), room - SMALLEST_SUMMARY);
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

/** The head without its summary. */
function carriedHead({ human, pins, state, system }: Carried): readonly Message[] {
  return renderHead([...system, ...pins, ...human, ...state]);
}

/** The head that stands now. */
function markHead({ mark }: Draft): readonly Message[] {
  return mark === null ? [] : headMessages(mark);
}

/** The estimate of a view of some head and items, made whole. */
function shownTokens(
  head: readonly Message[],
  kept: readonly Measured[],
  estimator: TokenEstimator,
): number {
  const meter = createViewMeter(head, estimator);
  for (const { item } of kept) meter.add(item.message);
  return meter.tokens();
}

function sumOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { tokens }) => sum + tokens, 0);
}
