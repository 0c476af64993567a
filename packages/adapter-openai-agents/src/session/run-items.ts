import type { AgentInputItem } from "@openai/agents-core";
import { itemKey, toStoredItem } from "../items/stored-item.ts";

/** The items of one run that the log contains. */
export type RunItems = {
  /** The run has read the session. */
  readonly onRead: (items: readonly AgentInputItem[]) => void;
  /** Returns the items that are not in the log, as the SDK stores them. */
  readonly pending: (items: readonly AgentInputItem[]) => readonly AgentInputItem[];
  /** Items were written. `isEarly`: the SDK has not added them yet. */
  readonly onWrite: (items: readonly AgentInputItem[], isEarly: boolean) => void;
  /** Returns the items of an addition that were not written early. */
  readonly takeNew: (items: readonly AgentInputItem[]) => AgentInputItem[];
  /** An item was popped, or all items if it is left out. Later additions are written again. */
  readonly onRemove: (item?: AgentInputItem) => void;
};

/** How often each key occurs. */
type Counts = Map<string, number>;

export function createRunItems(): RunItems {
  const logged: Counts = new Map();
  const early: Counts = new Map();
  return {
    onRead(items) {
      logged.clear();
      addKeys(logged, items);
    },
    pending(items) {
      const remaining = new Map(logged);
      return items.map(toStoredItem).filter((item) => !takeKey(remaining, item));
    },
    onWrite(items, isEarly) {
      addKeys(logged, items);
      if (isEarly) addKeys(early, items);
    },
    takeNew: (items) => items.filter((item) => !takeKey(early, item)),
    onRemove(item) {
      if (item === undefined) early.clear();
      else takeKey(early, item);
    },
  };
}

function addKeys(counts: Counts, items: readonly AgentInputItem[]): void {
  for (const key of items.map(itemKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Removes one occurrence. Returns whether there was one. */
function takeKey(counts: Counts, item: AgentInputItem): boolean {
  const key = itemKey(item);
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
