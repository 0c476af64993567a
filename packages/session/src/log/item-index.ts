import type { History, Item, Rule } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { type Entry, isItemEntry, itemFromEntry } from "./entry.ts";
import { withNotedRules } from "./notes.ts";

/** The items, pins and rules of a log. A change of one reads no others. */
export type ItemIndex = {
  /** Returns an item with its pin, without replacements. */
  readonly item: (id: string) => Item | undefined;
  readonly hasPin: (pinId: string) => boolean;
  readonly rules: () => readonly Rule[];
  /** Adds the next entry of the path, unless it replaces the state or leaves the path. */
  readonly add: (entry: Entry) => void;
};

export function createItemIndex({ items: shown, state }: History): ItemIndex {
  const { pinned, prefix, rules = [] } = state ?? emptyState();
  const items = new Map(shown.map((item) => [item.id, item]));
  /** The item of each pin; `null` if it is in the prefix. */
  const pins = new Map<string, string | null>();
  for (const { kind, sourceId } of prefix)
    if (kind === "pin" && sourceId !== null) pins.set(sourceId, null);
  for (const [itemId, pinId] of Object.entries(pinned)) hold(pinId, itemId);
  for (const { id, pinId } of shown) if (pinId !== undefined) pins.set(pinId, id);
  let ruled = { ...emptyState(), rules };

  function hold(pinId: string, itemId: string): void {
    const item = items.get(itemId);
    if (item !== undefined) items.set(itemId, { pinId, ...item });
    pins.set(pinId, itemId);
  }

  function release(pinId: string): void {
    const itemId = pins.get(pinId) ?? pinId;
    const item = items.get(itemId);
    pins.delete(pinId);
    if (itemId === pinId) items.delete(itemId);
    else if (item?.pinId === pinId) {
      const { pinId: _pinId, ...released } = item;
      items.set(itemId, released);
    }
  }

  return {
    item: (id) => items.get(id),
    hasPin: (pinId) => pins.has(pinId),
    rules: () => ruled.rules,
    add(entry) {
      if (isItemEntry(entry)) items.set(entry.id, itemFromEntry(entry));
      ruled = { rules: [], ...withNotedRules(ruled, [entry]) };
      if (entry.type !== "pin") return;
      const { at, itemId, message, pinId } = entry;
      if (message === null) release(pinId);
      else if (itemId !== undefined && items.has(itemId)) hold(pinId, itemId);
      else {
        items.set(pinId, { id: pinId, message, at, pinId });
        pins.set(pinId, pinId);
      }
    },
  };
}
