import type { Item } from "@cutpoint/core";
import { copyContent, isUnchanged } from "./content-copy.ts";

/** The units of the newest request of a conversation, with their items. */
export type KnownRequest = {
  /** Starts a comparison with the next request. */
  readonly replay: () => Replay;
};

/** Compares the units of a request with those of the request before, one after the other. */
export type Replay = {
  /** Returns the item of the next unit; `null` if it is new, or a unit before it is. Then call `add`. */
  readonly next: (unit: unknown) => Item | null;
  /** Adds the item of a new unit. Returns the known item if both have the same id. */
  readonly add: (unit: unknown, item: Item) => Item;
};

export function createKnownRequest(): KnownRequest {
  const copies: unknown[] = [];
  const items: Item[] = [];
  return {
    replay() {
      let place = 0;
      return {
        next(unit) {
          const known = items[place];
          if (known === undefined || !isUnchanged(copies[place], unit)) return null;
          place += 1;
          return known;
        },
        add(unit, item) {
          const known = items[place];
          const isSame = known?.id === item.id; // a moved cache point changes no id
          if (!isSame) copies.length = items.length = place;
          copies[place] = copyContent(unit);
          items[place] = isSame ? known : item;
          place += 1;
          return isSame ? known : item;
        },
      };
    },
  };
}
