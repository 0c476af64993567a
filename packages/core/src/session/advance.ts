import { afterMark } from "../compactor/prepare.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import type { Item } from "../model/item.ts";
import type { History, Mark } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import { itemOf } from "../log/fold.ts";

/** A history that messages are added to in place, so that an append costs the messages and not the history. */
export type GrowingHistory = History & { readonly items: Item[] };

/** The history with the messages just written. */
export function withMessages(history: GrowingHistory, entries: readonly Entry[]): GrowingHistory {
  for (const entry of entries) if (entry.type === "message") history.items.push(itemOf(entry));
  return history;
}

/** The history with the compaction just written in force. */
export function withCompaction(history: GrowingHistory, entries: readonly Entry[]): GrowingHistory {
  const [entry] = entries;
  if (entry?.type !== "compaction") return history;
  const after = afterMark(history, entry.mark);
  return { ...after, items: [...after.items] };
}

/** The entry of a finished compaction; what was said since the plan was made stays after it. */
export function compactionEntry(
  { items }: History,
  mark: Mark,
  receipt: Receipt,
  link: {
    readonly id: string;
    readonly parentId: string | null;
    readonly at: number;
    readonly reason: CompactionReason;
  },
): CompactionEntry {
  const covered = items.findLastIndex((item) => item.id === mark.coveredThrough);
  const firstKeptId = mark.firstKeptId ?? items[covered + 1]?.id ?? null;
  const seenThrough = items.at(-1)?.id ?? mark.seenThrough;
  return {
    type: "compaction",
    ...link,
    mark: { ...mark, firstKeptId, seenThrough },
    receipt: { ...receipt, firstKeptId },
  };
}

/** Whether two marks say the same; a log that was read again gives new objects. */
export function isSameMark(left: Mark | null, right: Mark | null): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
