import { isTurnStart, type Item } from "../message/item.ts";
import { selfContainedFrom, unsplittablePositions } from "./units.ts";

/** An item and the estimated tokens of it as the view shows it. */
export type MeasuredItem = { readonly item: Item; readonly tokens: number };

/**
 * The positions where a cut may be. `message`: before user-role and assistant messages. `user`: before user-role
 * messages; before assistant messages only if the newest turn alone exceeds the budget. `user-only`: before user-role
 * messages.
 */
export type CutBoundary = "message" | "user" | "user-only";

/** The position between compacted and kept items. */
export type CutPoint = {
  /** The first kept item; 0 keeps all items, the number of items keeps none. */
  readonly index: number;
  readonly firstKeptId: string | null;
  readonly keptTokens: number;
  /** The first item of the turn that the cut splits; `null` if it does not split a turn. */
  readonly splitTurn: { readonly index: number; readonly id: string } | null;
};

/** The share of the keep budget that may be given up for a cut between two turns. */
const TURN_PREFERENCE = 0.2;

/** Returns for every position, 0 to `items.length`, whether a cut is legal there. */
export function legalCuts(items: readonly Item[], boundary: CutBoundary): readonly boolean[] {
  const inside = unsplittablePositions(items);
  return inside.map((isInside, place) => !isInside && mayBegin(items[place], boundary));
}

/** Whether the kept items may begin with an item; `undefined` if no item is kept. */
function mayBegin(item: Item | undefined, boundary: CutBoundary): boolean {
  if (item === undefined) return true;
  const { role } = item.message;
  return role === "user" || (role === "assistant" && boundary === "message");
}

/**
 * Finds the cut that keeps about `keepTokens` of the newest items.
 *
 * Counts back from the newest item until the budget is reached and cuts at the first legal position from there on. Cuts
 * at a later start of a turn if that gives up at most 20 % of the budget. Cuts at an earlier position if there is no
 * later one, so more than the budget may be kept. Keeps everything if the budget is not reached.
 */
export function findCutPoint(
  measured: readonly MeasuredItem[],
  keepTokens: number,
  boundary: CutBoundary = "message",
): CutPoint {
  const reached = reachedAt(measured, keepTokens);
  if (reached === null) return cutAt(measured, 0);
  const isLegal = legalFrom(measured, reached, boundary);
  let after = reached;
  while (after < measured.length && !isLegal(after)) after += 1;
  if (after === measured.length) {
    if (boundary === "user") return findCutPoint(measured, keepTokens, "message");
    return cutAt(measured, lastLegal(measured, reached, boundary));
  }
  const turn = turnStartWithin(measured, after, TURN_PREFERENCE * keepTokens, isLegal);
  return cutAt(measured, turn ?? after);
}

/** Returns the cut at a position, with the tokens it keeps and the turn it splits. */
export function cutAt(measured: readonly MeasuredItem[], index: number): CutPoint {
  const start = index >= measured.length ? index : turnStartOf(measured, index);
  return {
    index,
    firstKeptId: measured[index]?.item.id ?? null,
    keptTokens: sumOf(measured.slice(index)),
    splitTurn: start === index ? null : { index: start, id: measured[start]?.item.id ?? "" },
  };
}

/** Returns the newest position from which on the budget is reached; `null` if all items stay below it. */
function reachedAt(measured: readonly MeasuredItem[], keepTokens: number): number | null {
  let kept = 0;
  for (let index = measured.length - 1; index >= 0; index -= 1) {
    kept += measured[index]?.tokens ?? 0;
    if (kept >= keepTokens) return index;
  }
  return null;
}

export function sumOf(measured: readonly MeasuredItem[]): number {
  return measured.reduce((sum, { tokens }) => sum + tokens, 0);
}

type Legal = (place: number) => boolean;

/** Returns the legal cuts from a position on. Reads back no further than the unsplittable units that cross it. */
export function legalFrom(
  measured: readonly MeasuredItem[],
  from: number,
  boundary: CutBoundary,
): Legal {
  const start = selfContainedFrom(measured, from - 1);
  const items = measured.slice(start).map(({ item }) => item);
  const legal = legalCuts(items, boundary);
  return (place) => legal[place - start] === true;
}

/** Returns the last legal cut before a position; 0 if there is none. */
export function lastLegal(
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

/** Returns the first legal start of a turn that gives up at most `maxTokens` after a position. */
function turnStartWithin(
  measured: readonly MeasuredItem[],
  from: number,
  maxTokens: number,
  isLegal: Legal,
): number | null {
  let givesUp = 0;
  for (let place = from; place < measured.length && givesUp <= maxTokens; place += 1) {
    if (isStart(measured, place) && isLegal(place)) return place;
    givesUp += measured[place]?.tokens ?? 0;
  }
  return null;
}

/** Returns the start of the turn that contains a position; 0 if no turn starts before it. */
function turnStartOf(measured: readonly MeasuredItem[], index: number): number {
  for (let place = index; place > 0; place -= 1) if (isStart(measured, place)) return place;
  return 0;
}

export function isStart(measured: readonly MeasuredItem[], place: number): boolean {
  const item = measured[place]?.item;
  return item !== undefined && isTurnStart(item, measured[place - 1]?.item);
}
