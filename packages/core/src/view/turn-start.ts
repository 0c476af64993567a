import type { Item } from "../message/item.ts";
import { isUserMessage } from "../message/message.ts";

/**
 * Whether an item begins a turn: a human message (unless it carries the turn id of the item before it: steering), a
 * branch summary or an earlier summary, and a host message whose turn id differs from the one before.
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

/** Whether an item goes on with what a turn was asked: the human's words at its start. */
export function isTurnInput({ message }: Item): boolean {
  return isUserMessage(message);
}
