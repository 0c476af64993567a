import type { Digest } from "./digest.ts";
import type { Message } from "./message.ts";

/**
 * A message with an id that never changes. Use the id of your own record, or a hash of the content and all messages
 * before it.
 */
export type Item = {
  readonly id: string;
  readonly message: Message;
  readonly turnId?: string;
  /** When the message was created, in ms since the epoch. */
  readonly at?: number;
  /** The pin on this message. The next compaction keeps its text and files verbatim. */
  readonly pinId?: string;
  /** Marks an answer to a request whose view has changed since, so that its token usage is ignored. */
  readonly stale?: true;
  /** For the summary of a branch: facts about the branch. They are merged into the digest of later compactions. */
  readonly digest?: Digest;
};

/** Whether an item is in the history only because it is pinned. The next compaction moves it into the prefix. */
export function isPinOnly(item: Item): boolean {
  return item.pinId !== undefined && item.pinId === item.id;
}

/** Returns the newest item that is not there only because of a pin. */
export function newestSaid(items: readonly Item[]): Item | undefined {
  return items.findLast((item) => !isPinOnly(item));
}

/**
 * Whether an item begins a turn: a user message, unless it has the turn id of the item before it; a summary; or a
 * synthetic message with a new turn id.
 */
export function isTurnStart(item: Item, previous: Item | undefined): boolean {
  const { message, turnId } = item;
  if (message.role !== "user") return false;
  if (message.provenance === "summary") return true;
  const isSameTurn = turnId !== undefined && turnId === previous?.turnId;
  return !isSameTurn && (message.provenance === "user" || turnId !== undefined);
}
