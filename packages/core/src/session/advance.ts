import { afterMark } from "../compactor/prepare.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import type { Item } from "../model/item.ts";
import type { History, Mark } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import { itemOf } from "../log/fold.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";

/**
 * A history with its running sums. Messages are added in place, so that an append costs the messages and not the
 * history; whoever reads it across an `await` takes a copy.
 */
export type Measured = {
  readonly history: History & { readonly items: Item[] };
  readonly meter: Meter;
};

/** A history of its own, measured. */
export function measure(history: History, estimator: TokenEstimator): Measured {
  return {
    history: { ...history, items: [...history.items] },
    meter: createMeter(history, estimator),
  };
}

/** Adds the messages just written. */
export function withMessages(measured: Measured, entries: readonly Entry[]): Measured {
  for (const entry of entries) {
    if (entry.type !== "message") continue;
    const item = itemOf(entry);
    measured.history.items.push(item);
    measured.meter.add(item);
  }
  return measured;
}

/** Puts the compaction just written in force. */
export function withCompaction(
  measured: Measured,
  entries: readonly Entry[],
  estimator: TokenEstimator,
): Measured {
  const [entry] = entries;
  return entry?.type === "compaction"
    ? measure(afterMark(measured.history, entry.mark), estimator)
    : measured;
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
