import { isPinOnly, type Item } from "./item.ts";
import type { CompactionState } from "./state.ts";

/** An entry without content: `erased`, of an `unknown-type`, or the first entry after `evicted` ones. */
export type HistoryGap = {
  readonly type: "erased" | "evicted" | "unknown-type";
  readonly id: string;
};

/** The input of the compactor: messages, and the state of past compactions. */
export type History = {
  readonly items: readonly Item[];
  readonly state: CompactionState | null;
  /** Whether the items begin right after the compacted ones. Default: `false`, for a complete conversation. */
  readonly startsAtBoundary?: boolean;
  /** Reported in the warnings of the view. */
  readonly gaps?: readonly HistoryGap[];
};

/** Returns the history with a new compaction state. */
export function withState(history: History, state: CompactionState): History {
  if (history.startsAtBoundary !== true) return { items: history.items, state };
  const before = history.state?.compactedThrough ?? null;
  if (state.compactedThrough === before) return { ...history, state };
  const compacted = history.items.findLastIndex((item) => item.id === state.compactedThrough);
  const kept = history.items.slice(compacted + 1).filter((item) => !isPinOnly(item));
  return { items: kept, state, startsAtBoundary: true };
}
