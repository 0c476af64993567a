import type { Item } from "@cutpoint/core";
import { copyContent, isUnchanged } from "./content-copy.ts";
import { isEqualJson } from "./equal-json.ts";

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

/** @param isParsed whether units consist of JSON that nothing changes, so that no copy is needed */
export function createKnownRequest(isParsed: boolean): KnownRequest {
  const copyOf = isParsed ? (unit: unknown) => unit : copyContent;
  const isSame = isParsed ? isEqualJson : isUnchanged;
  const copies: unknown[] = [];
  const items: Item[] = [];
  return {
    replay() {
      let place = 0;
      return {
        next(unit) {
          const known = items[place];
          if (known === undefined || !isSame(copies[place], unit)) return null;
          place += 1;
          return known;
        },
        add(unit, item) {
          const known = items[place];
          const hasSameId = known?.id === item.id; // a moved cache point changes no id
          if (!hasSameId) copies.length = items.length = place;
          copies[place] = copyOf(unit);
          items[place] = hasSameId ? known : item;
          place += 1;
          return hasSameId ? known : item;
        },
      };
    },
  };
}
