import * as is from "./assert-message.ts";
import { assertUsableState } from "./assert-state.ts";
import { invalidInput } from "./error.ts";
import { isPinOnly, type Item } from "./item.ts";
import { isRecord } from "./json.ts";
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

const ITEM: is.Fields = {
  id: is.name,
  message: is.assertMessage,
  turnId: is.optional(is.text),
  at: is.optional(is.count),
  pinId: is.optional(is.name),
};
const HISTORY: is.Fields = {
  items(value, field) {
    if (!Array.isArray(value)) throw invalidInput(field, value, "expected an array");
  },
  state: (value) => assertUsableState(value),
  startsAtBoundary: is.optional(is.flag),
  gaps: is.optional(is.list(is.object({ type: is.text, id: is.name }))),
};

/**
 * Checks a history.
 *
 * @param knownFrom returns items that were checked before, given the first item
 * @throws `invalid-input` if it is not valid; the message names the field
 */
export function assertHistory(
  value: History,
  knownFrom: (first: Item) => readonly Item[] = () => [],
): void {
  is.readable("history", () => {
    is.assertFields(value, HISTORY, "history");
    const { items } = value;
    const known = isRecord(items[0]) ? knownFrom(items[0]) : [];
    let place = 0;
    while (place < known.length && items[place] === known[place]) place += 1;
    for (; place < items.length; place += 1) assertItem(items[place], `history.items[${place}]`);
  });
}

function assertItem(item: unknown, field: string): void {
  is.readable(field, () => is.assertFields(item, ITEM, field));
}
