import type { Item } from "../message/item.ts";

/**
 * Whether an item begins a turn: a user message, unless it has the turn id of the item before it; a summary; or a
 * synthetic message with a new turn id.
 */
export function isTurnStart(item: Item, previous: Item | undefined): boolean {
  const { message, turnId } = item;
  if (message.role !== "user") return false;
  const sameTurn = turnId !== undefined && turnId === previous?.turnId;
  switch (message.provenance) {
    case "user":
      return !sameTurn;
    case "summary":
      return true;
    case "synthetic":
      return turnId !== undefined && !sameTurn;
  }
}
