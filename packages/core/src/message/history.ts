import { isPinOnly, type Item } from "./item.ts";
import type { CompactionState } from "./state.ts";

/**
 * An entry on the path of a history that says nothing: `erased`, or of an `unknown-type` that a later release has added;
 * or the entry before which all is gone, `evicted` by retention.
 */
export type HistoryGap = {
  readonly type: "erased" | "evicted" | "unknown-type";
  readonly id: string;
};

/**
 * What the engine reads: what was said, and what past compactions decided.
 *
 * `trimmed` says that the items begin right after the mark's boundary (a log is read no further back than that);
 * without it the items are a host's whole history and the boundary is looked up among them. `gaps` are told to who
 * reads the view.
 */
export type History = {
  readonly items: readonly Item[];
  readonly state: CompactionState | null;
  readonly startsAtBoundary?: boolean;
  readonly gaps?: readonly HistoryGap[];
};

/** Returns the history after a compaction state came into force. */
export function withState(history: History, state: CompactionState): History {
  if (history.startsAtBoundary !== true) return { items: history.items, state };
  const before = history.state?.compactedThrough ?? null;
  if (state.compactedThrough === before) return { ...history, state };
  const compacted = history.items.findLastIndex((item) => item.id === state.compactedThrough);
  const kept = history.items.slice(compacted + 1).filter((item) => !isPinOnly(item));
  return { items: kept, state, startsAtBoundary: true };
}
