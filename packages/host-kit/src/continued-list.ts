import type { ContinuedMessages } from "./continued-messages.ts";
import type { WireFormat } from "./wire-format.ts";

/** The messages of a request, and those that must stay because of a compaction of the provider. */
export type RequestList<Wire> = ContinuedMessages<Wire> & { readonly leading: readonly Wire[] };

type ListFormat<Wire> = Pick<WireFormat<never, Wire>, "isCompaction" | "isMessage">;

/**
 * Creates a function that reads lists of messages. It returns `null` if an element is not a message. The elements that a
 * list shares with an earlier one are not read again.
 */
export function createListReader<Wire>({
  isCompaction,
  isMessage,
}: ListFormat<Wire>): (list: ContinuedMessages<unknown>) => RequestList<Wire> | null {
  const known = new WeakMap<readonly unknown[], RequestList<Wire>>();
  return ({ before, messages: list, shared }) => {
    const earlier = before === null ? undefined : known.get(before);
    const unread = earlier === undefined ? 0 : shared;
    if (!areMessages(list, unread)) return null;
    const leadingCount = countLeading(list, earlier, unread);
    const leading = list.slice(0, leadingCount);
    const isContinued = earlier !== undefined && earlier.leading.length === leadingCount;
    const read: RequestList<Wire> = {
      leading,
      messages: leadingCount === 0 ? list : list.slice(leadingCount),
      before: isContinued ? earlier.messages : null,
      shared: isContinued ? Math.max(0, shared - leadingCount) : 0,
    };
    known.set(list, read);
    return read;
  };

  function areMessages(list: readonly unknown[], start: number): list is readonly Wire[] {
    for (let place = start; place < list.length; place += 1)
      if (!isMessage(list[place])) return false;
    return true;
  }

  function countLeading(
    list: readonly Wire[],
    earlier: RequestList<Wire> | undefined,
    unread: number,
  ): number {
    const added = list.slice(unread).findLastIndex(isCompaction);
    if (added !== -1) return unread + added + 1;
    const count = earlier?.leading.length ?? 0;
    return count <= unread ? count : list.findLastIndex(isCompaction) + 1;
  }
}
