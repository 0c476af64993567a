import type { Item } from "../model/item.ts";
import { isTurnStart, turnStartOf, unitInteriors } from "./turns.ts";

/** An item with its tokens, as the view shows it. */
export type Measured = { readonly item: Item; readonly tokens: number };

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
  const inside = unitInteriors(items);
  return Array.from({ length: items.length + 1 }, (_, place) => {
    if (inside[place] === true) return false;
    const item = items[place];
    if (item === undefined) return true;
    const { role } = item.message;
    return role === "user" || (role === "assistant" && boundary === "message");
  });
}

/**
 * Where to cut so that about `keepTokens` of the newest items stay: walks back from the newest until the budget is
 * reached, and cuts at the first legal place at or after that item; at a turn boundary after it where that gives up at
 * most 20 % of the budget. Where no legal place follows, it cuts at the last one before, so that what stays may exceed
 * the budget; where the budget is never reached, it keeps everything.
 */
export function findCutPoint(
  measured: readonly Measured[],
  keepTokens: number,
  boundary: CutBoundary = "message",
): CutPoint {
  const items = measured.map(({ item }) => item);
  const reached = reachedAt(measured, keepTokens);
  if (reached === 0 && sumFrom(measured, 0) < keepTokens) return cutAt(measured, 0);
  const legal = legalCuts(items, boundary);
  const after = firstLegal(legal, reached, items.length);
  if (after === null) {
    if (boundary === "user") return findCutPoint(measured, keepTokens, "message");
    return cutAt(measured, lastLegal(legal, reached));
  }
  const turn = firstTurnStart(items, legal, after);
  const givesUp = turn === null ? Infinity : sumFrom(measured, after) - sumFrom(measured, turn);
  return cutAt(measured, turn !== null && givesUp <= TURN_PREFERENCE * keepTokens ? turn : after);
}

/** The cut at a place, with what it keeps and the turn that it splits. */
export function cutAt(measured: readonly Measured[], index: number): CutPoint {
  const items = measured.map(({ item }) => item);
  const item = items[index];
  const start = item === undefined || index === 0 ? index : turnStartOf(items, index);
  return {
    index,
    firstKeptId: item?.id ?? null,
    keptTokens: sumFrom(measured, index),
    splitTurn: start === index ? null : { index: start, id: items[start]?.id ?? "" },
  };
}

function reachedAt(measured: readonly Measured[], keepTokens: number): number {
  let kept = 0;
  for (let index = measured.length - 1; index >= 0; index -= 1) {
    kept += measured[index]?.tokens ?? 0;
    if (kept >= keepTokens) return index;
  }
  return 0;
}

function sumFrom(measured: readonly Measured[], from: number): number {
  let sum = 0;
  for (let index = from; index < measured.length; index += 1) sum += measured[index]?.tokens ?? 0;
  return sum;
}

function firstLegal(legal: readonly boolean[], from: number, end: number): number | null {
  for (let place = from; place < end; place += 1) if (legal[place] === true) return place;
  return null;
}

function lastLegal(legal: readonly boolean[], before: number): number {
  for (let place = before - 1; place > 0; place -= 1) if (legal[place] === true) return place;
  return 0;
}

function firstTurnStart(
  items: readonly Item[],
  legal: readonly boolean[],
  from: number,
): number | null {
  for (let place = from; place < items.length; place += 1) {
    const item = items[place];
    if (item !== undefined && legal[place] === true && isTurnStart(item, items[place - 1]))
      return place;
  }
  return null;
}
