import type { Item } from "../message/item.ts";
import { isTurnStart } from "../view/turn-start.ts";
import { isSelfContained, unsplittablePositions } from "./units.ts";

/** An item with its tokens, as the view shows it. */
export type MeasuredItem = { readonly item: Item; readonly tokens: number };

/**
 * Where a cut may lie: before a user, assistant or host message (`message`); before a user message, and before an
 * assistant message only where the newest turn alone exceeds the budget (`user`); before user messages only
 * (`user-only`).
 */
export type CutBoundary = "message" | "user" | "user-only";

/** The place between what is covered and what is kept. */
export type CutPoint = {
  /** The first kept item; 0 keeps everything, the number of items keeps nothing. */
  readonly index: number;
  readonly firstKeptId: string | null;
  readonly keptTokens: number;
  /** Where the cut lies inside a turn: the first item of that turn. */
  readonly splitTurn: { readonly index: number; readonly id: string } | null;
};

/** How much of the keep budget may be given up so that the cut lies between two turns. */
const TURN_PREFERENCE = 0.2;

/** Every place, 0 to `items.length`, where a cut is legal; the last covers everything. */
export function legalCuts(items: readonly Item[], boundary: CutBoundary): readonly boolean[] {
  const inside = unsplittablePositions(items);
  return inside.map((isInside, place) => !isInside && mayBegin(items[place], boundary));
}

/** Whether the kept part may begin with an item; with none, nothing is kept. */
function mayBegin(item: Item | undefined, boundary: CutBoundary): boolean {
  if (item === undefined) return true;
  const { role } = item.message;
  return role === "user" || (role === "assistant" && boundary === "message");
}

/**
 * Where to cut so that about `keepTokens` of the newest items stay: walks back from the newest until the budget is
 * reached, and cuts at the first legal place at or after that item; at a turn boundary after it where that gives up at
 * most 20 % of the budget. Where no legal place follows, it cuts at the last one before, so that what stays may exceed
 * the budget; where the budget is never reached, it keeps everything.
 */
export function findCutPoint(
  measured: readonly MeasuredItem[],
  keepTokens: number,
  boundary: CutBoundary = "message",
): CutPoint {
  const reached = reachedAt(measured, keepTokens);
  if (reached === null) return cutAt(measured, 0);
  const isLegal = legalFrom(measured, reached, boundary);
  const after = firstLegal(measured, reached, isLegal);
  if (after === null) {
    if (boundary === "user") return findCutPoint(measured, keepTokens, "message");
    return cutAt(measured, lastLegal(measured, reached, boundary));
  }
  const turn = turnStartWithin(measured, after, TURN_PREFERENCE * keepTokens, isLegal);
  return cutAt(measured, turn ?? after);
}

/** The cut at a place, with what it keeps and the turn that it splits. */
export function cutAt(measured: readonly MeasuredItem[], index: number): CutPoint {
  const start = index >= measured.length ? index : turnStartBefore(measured, index);
  return {
    index,
    firstKeptId: measured[index]?.item.id ?? null,
    keptTokens: sumFrom(measured, index),
    splitTurn: start === index ? null : { index: start, id: measured[start]?.item.id ?? "" },
  };
}

/** The newest place from which on the budget is reached; `null` where all of it does not reach it. */
function reachedAt(measured: readonly MeasuredItem[], keepTokens: number): number | null {
  let kept = 0;
  for (let index = measured.length - 1; index >= 0; index -= 1) {
    kept += measured[index]?.tokens ?? 0;
    if (kept >= keepTokens) return index;
  }
  return null;
}

function sumFrom(measured: readonly MeasuredItem[], from: number): number {
  let sum = 0;
  for (let index = from; index < measured.length; index += 1) sum += measured[index]?.tokens ?? 0;
  return sum;
}

/** Whether a cut at a place is legal. */
type Legal = (place: number) => boolean;

/** The legal cuts from a place on, looked for no further back than the units that reach over it. */
function legalFrom(measured: readonly MeasuredItem[], from: number, boundary: CutBoundary): Legal {
  let start = Math.max(0, from - 1);
  let window = itemsFrom(measured, start);
  while (start > 0 && !isSelfContained(window)) {
    start = Math.max(0, start - Math.max(16, window.length));
    window = itemsFrom(measured, start);
  }
  const legal = legalCuts(window, boundary);
  return (place) => legal[place - start] === true;
}

function itemsFrom(measured: readonly MeasuredItem[], start: number): readonly Item[] {
  return measured.slice(start).map(({ item }) => item);
}

function firstLegal(
  measured: readonly MeasuredItem[],
  from: number,
  isLegal: Legal,
): number | null {
  for (let place = from; place < measured.length; place += 1) if (isLegal(place)) return place;
  return null;
}

function lastLegal(
  measured: readonly MeasuredItem[],
  before: number,
  boundary: CutBoundary,
): number {
  for (let end = before, size = 16; end > 1; end -= size, size *= 2) {
    const from = Math.max(1, end - size);
    const isLegal = legalFrom(measured, from, boundary);
    for (let place = end - 1; place >= from; place -= 1) if (isLegal(place)) return place;
  }
  return 0;
}

/** The first legal start of a turn that gives up no more than so many tokens after a place. */
function turnStartWithin(
  measured: readonly MeasuredItem[],
  from: number,
  mostTokens: number,
  isLegal: Legal,
): number | null {
  let givesUp = 0;
  for (let place = from; place < measured.length && givesUp <= mostTokens; place += 1) {
    if (isStart(measured, place) && isLegal(place)) return place;
    givesUp += measured[place]?.tokens ?? 0;
  }
  return null;
}

function turnStartBefore(measured: readonly MeasuredItem[], index: number): number {
  for (let place = index; place > 0; place -= 1) if (isStart(measured, place)) return place;
  return 0;
}

function isStart(measured: readonly MeasuredItem[], place: number): boolean {
  const item = measured[place]?.item;
  return item !== undefined && isTurnStart(item, measured[place - 1]?.item);
}
