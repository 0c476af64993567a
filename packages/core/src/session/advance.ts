import { afterMark } from "../compactor/prepare.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import { isPinOnly, type Item, newestSaid } from "../model/item.ts";
import { emptyMark, type History, type Mark } from "../model/mark.ts";
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

/** Puts the compaction just written in force; `null` where the log has to be read again. */
export function withCompaction(
  measured: Measured,
  entries: readonly Entry[],
  estimator: TokenEstimator,
): Measured | null {
  const [entry] = entries;
  return entry?.type === "compaction"
    ? measure(afterMark(measured.history, entry.mark), estimator)
    : null;
}

/** The entry of a finished compaction; what was said since the plan was made stays after it. */
export function compactionEntry(
  { items, mark: before }: History,
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
  const firstKeptId =
    mark.firstKeptId ?? items.slice(covered + 1).find((item) => !isPinOnly(item))?.id ?? null;
  const seenThrough = newestSaid(items)?.id ?? before?.seenThrough ?? null;
  return {
    type: "compaction",
    ...link,
    mark: { ...mark, firstKeptId, seenThrough },
    receipt: { ...receipt, firstKeptId },
  };
}

/**
 * Whether a history still shows what another did, but for messages said since: the same mark and the same pins. What
 * the marks have learned and remembered may differ.
 */
export function isSameBasis(history: History, basis: History): boolean {
  return isSameView(history.mark, basis.mark) && pinsOf(history) === pinsOf(basis);
}

/** Whether two marks show the same; a log that was read again gives new objects. */
export function isSameView(left: Mark | null, right: Mark | null): boolean {
  return left === right || shownBy(left) === shownBy(right);
}

function shownBy(mark: Mark | null): string {
  const { coveredThrough, firstKeptId, head, pinned, replaced, seenThrough } = mark ?? emptyMark();
  return JSON.stringify([coveredThrough, firstKeptId, head, pinned, replaced, seenThrough]);
}

function pinsOf({ items }: History): string {
  return JSON.stringify(
    items.filter((item) => item.pinId !== undefined).map(({ id, pinId }) => [id, pinId]),
  );
}
