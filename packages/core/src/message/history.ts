import * as is from "./assert-message.ts";
import { assertUsableState } from "./assert-state.ts";
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

export function withState(history: History, state: CompactionState): History {
  if (history.startsAtBoundary !== true) return { items: history.items, state };
  const before = history.state?.compactedThrough ?? null;
  if (state.compactedThrough === before) return { ...history, state };
  const compacted = history.items.findLastIndex((item) => item.id === state.compactedThrough);
  const kept = history.items.slice(compacted + 1).filter((item) => !isPinOnly(item));
  return { items: kept, state, startsAtBoundary: true };
}

const item = is.fields({
  id: is.name,
  message: is.message,
  turnId: is.optional(is.text),
  at: is.optional(is.count),
  pinId: is.optional(is.name),
});
const history = is.fields({
  state(value) {
    assertUsableState(value);
    return null;
  },
  startsAtBoundary: is.optional(is.flag),
  gaps: is.optional(is.list(is.object({ type: is.text, id: is.name }))),
});

/** The number of items that were checked in each list. */
const checkedItems = new WeakMap<readonly unknown[], number>();

/**
 * Checks a history. What was checked in a list is not checked again.
 *
 * @param knownFrom returns items that were checked before, given the first item
 * @returns the number of items at the start that are known
 * @throws `invalid-input` if it is not valid; the message names the field
 */
export function assertHistory(
  value: History,
  knownFrom: (first: Item | undefined) => readonly Item[] = () => [],
): number {
  let shared = 0;
  const check: is.Check = (given) => {
    const fault = history(given);
    if (fault !== null) return fault;
    const { items } = value;
    const known = Array.isArray(items) ? knownFrom(items[0] as Item | undefined) : [];
    while (shared < known.length && items[shared] === known[shared]) shared += 1;
    const inItem = is.list(item, Math.max(shared, checkedItems.get(items) ?? 0))(items);
    return inItem === null ? null : is.within(".items", inItem);
  };
  is.assertValid(value, check, "history");
  checkedItems.set(value.items, value.items.length);
  return shared;
}
