import type { History } from "../message/history.ts";
import { type CompactionState, emptyState } from "../message/state.ts";
import { visibleItems } from "../view/boundary.ts";

/** The state and the newest item of a history at some time. */
export type HistorySnapshot = {
  readonly state: CompactionState | null;
  readonly newestId: string | null;
};

/** Returns what {@link isContinuation} compares. */
export function takeSnapshot({ items, state }: History): HistorySnapshot {
  return { state, newestId: items.at(-1)?.id ?? null };
}

/**
 * Whether a history has at most new items since a snapshot.
 *
 * States are compared by what they show, since a history may have been read again, and its state may have recorded a
 * failure or a sub-agent.
 */
export function isContinuation({ items, state }: History, snapshot: HistorySnapshot): boolean {
  const { newestId } = snapshot;
  const isOnPath = newestId === null || items.findLastIndex(({ id }) => id === newestId) !== -1;
  return isOnPath && (state === snapshot.state || shownBy(state) === shownBy(snapshot.state));
}

/** Whether a history shows all visible items of an earlier one at the same positions, with the same pins, and new ones at most. */
export function hasOnlyGrown(history: History, earlier: History): boolean {
  if (!isContinuation(history, takeSnapshot(earlier))) return false;
  const { items } = visibleItems(history);
  const before = visibleItems(earlier).items;
  return (
    before.every(({ id }, place) => items[place]?.id === id) && pinsOf(history) === pinsOf(earlier)
  );
}

function shownBy(state: CompactionState | null): string {
  const {
    compactedThrough,
    firstKeptId,
    lastSeenId,
    pinned,
    prefix,
    replacements,
    rules = [],
  } = state ?? emptyState();
  return JSON.stringify([
    compactedThrough,
    firstKeptId,
    prefix,
    pinned,
    replacements,
    rules,
    lastSeenId,
  ]);
}

function pinsOf({ items }: History): string {
  return JSON.stringify(
    items.filter((item) => item.pinId !== undefined).map(({ id, pinId }) => [id, pinId]),
  );
}
