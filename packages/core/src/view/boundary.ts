import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import { withParts } from "../message/message.ts";
import type { CompactionState } from "../message/state.ts";
import { createThinkingFilter } from "./valid-thinking.ts";

/** Where the kept items of a history begin, and how that was found. */
export type Boundary = {
  readonly index: number;
  readonly found: "exact" | "repaired" | "lost";
};

/**
 * Where the items after the state's boundary begin. A boundary that a host deleted is repaired by the first kept item;
 * with both gone, or with the first or the last kept item moved before what is covered, the history is whole again, and
 * `lost` says so.
 *
 * Costs O(kept): the boundary is looked for from the newest item backward.
 */
export function boundaryOf(history: History): Boundary {
  const { items, state } = history;
  if (state === null || state.compactedThrough === null || history.startsAtBoundary === true)
    return { index: 0, found: "exact" };
  const { compactedThrough, firstKeptId, lastSeenId } = state;
  const placeOf = (id: string | null): number =>
    id === null ? -1 : items.findLastIndex((item) => item.id === id);
  const covered = placeOf(compactedThrough);
  if (covered === -1) {
    const kept = placeOf(firstKeptId);
    return kept === -1 ? { index: 0, found: "lost" } : { index: kept, found: "repaired" };
  }
  const index = covered + 1;
  const hasMoved = (place: number): boolean => place !== -1 && place < covered;
  const isNext = items[index]?.id === firstKeptId;
  if ((!isNext && hasMoved(placeOf(firstKeptId))) || hasMoved(placeOf(lastSeenId)))
    return { index: 0, found: "lost" };
  return { index, found: "exact" };
}

/** The items that the view shows, with their replaced parts, and the state that stands before them. */
export type Visible = {
  readonly items: readonly Item[];
  /** The same items as they were said. */
  readonly originals: readonly Item[];
  readonly state: CompactionState | null;
  readonly boundary: Boundary["found"];
  /** Returns the next item that is appended, as the view shows it. */
  readonly showNext: (item: Item) => Item;
};

/** What a history shows: where the boundary is lost, everything and no state. */
export function visibleItems(history: History): Visible {
  const { index, found } = boundaryOf(history);
  const state = found === "lost" ? null : history.state;
  const originals = index === 0 ? history.items : history.items.slice(index);
  const replaced =
    state === null || showsAsSaid(state) ? originals : originals.map((item) => shown(item, state));
  const filter = createThinkingFilter(history.state, found === "lost");
  const items = filter === null ? replaced : replaced.map(filter);
  return { items, originals, state, boundary: found, showNext: filter ?? ((item) => item) };
}

/** Whether a state changes none of the items that it leaves visible. */
export function showsAsSaid({ pinned, replacements }: CompactionState): boolean {
  return isEmpty(pinned) && isEmpty(replacements);
}

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const key in record) if (Object.hasOwn(record, key)) return false;
  return true;
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
