import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { getOwn, isEmpty } from "../message/json.ts";
import { withParts } from "../message/message.ts";
import type { CompactionState } from "../message/state.ts";
import { createThinkingFilter } from "./valid-thinking.ts";

/** The index of the first kept item, and how it was found. */
export type Boundary = {
  readonly index: number;
  readonly found: "exact" | "repaired" | "lost";
};

/**
 * Finds the first kept item of a history.
 *
 * If the item of `compactedThrough` was deleted, the first kept item is used instead (`repaired`). If both are gone, or
 * if the first or the last kept item was moved before the compacted ones, all items are kept (`lost`). Searches from the
 * newest item: O(n) in the kept items.
 */
export function boundaryOf(history: History): Boundary {
  const { items, state } = history;
  if (state === null || state.compactedThrough === null || history.startsAtBoundary === true)
    return { index: 0, found: "exact" };
  const { compactedThrough, firstKeptId, lastSeenId } = state;
  const placeOf = (id: string | null): number =>
    id === null ? -1 : items.findLastIndex((item) => item.id === id);
  const compacted = placeOf(compactedThrough);
  if (compacted === -1) {
    const kept = placeOf(firstKeptId);
    return kept === -1 ? { index: 0, found: "lost" } : { index: kept, found: "repaired" };
  }
  const index = compacted + 1;
  const hasMoved = (place: number): boolean => place !== -1 && place < compacted;
  const isNext = items[index]?.id === firstKeptId;
  if ((!isNext && hasMoved(placeOf(firstKeptId))) || hasMoved(placeOf(lastSeenId)))
    return { index: 0, found: "lost" };
  return { index, found: "exact" };
}

/** The items that a view shows, with their replaced parts, and the state before them. */
export type Visible = {
  readonly items: readonly Item[];
  /** The same items without replacements. */
  readonly originals: readonly Item[];
  readonly state: CompactionState | null;
  readonly boundary: Boundary["found"];
  /** Returns the next item that is appended, as the view shows it. */
  readonly showNext: (item: Item) => Item;
};

/** Returns the visible items of a history: all of them, without a state, if the boundary is lost. */
export function visibleItems(history: History): Visible {
  const { index, found } = boundaryOf(history);
  const state = found === "lost" ? null : history.state;
  const originals = index === 0 ? history.items : history.items.slice(index);
  const replaced =
    state === null || (isEmpty(state.pinned) && isEmpty(state.replacements))
      ? originals
      : originals.map((item) => shown(item, state));
  const filter = createThinkingFilter(history.state, found === "lost");
  const items = filter === null ? replaced : replaced.map(filter);
  return { items, originals, state, boundary: found, showNext: filter ?? ((item) => item) };
}

function shown(item: Item, state: CompactionState): Item {
  const parts = getOwn(state.replacements, item.id);
  const pinId = item.pinId ?? getOwn(state.pinned, item.id);
  if (parts === undefined && pinId === item.pinId) return item;
  return {
    ...item,
    ...(pinId === undefined ? {} : { pinId }),
    message: parts === undefined ? item.message : withParts(item.message, parts),
  };
}
