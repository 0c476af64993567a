import type { Digest } from "./digest.ts";
import type { Message } from "./message.ts";

/**
 * One thing that was said, with an id that never changes: what every pure stage reads.
 *
 * An adapter makes one of a host message; its id is the host's where that is stable, else a chained hash of the
 * content, so that an id found again proves the whole prefix unchanged.
 */
export type Item = {
  readonly id: string;
  readonly message: Message;
  readonly turnId?: string;
  /** When it was said, in ms since 1970. */
  readonly at?: number;
  /** The pin that holds this message: the next compaction moves it into the head. */
  readonly pinId?: string;
  /** An answer to a request whose view has changed since: its usage measures nothing that still exists. */
  readonly stale?: true;
  /** What rules could say of the branch that this is our summary of; taken into the digest of what covers it. */
  readonly digest?: Digest;
};

/** Whether an item is there only because a pin holds it: the next state has it in its head instead. */
export function isPinOnly(item: Item): boolean {
  return item.pinId !== undefined && item.pinId === item.id;
}

/** The newest item that was said; what a pin alone holds was not. */
export function newestSaid(items: readonly Item[]): Item | undefined {
  return items.findLast((item) => !isPinOnly(item));
}
