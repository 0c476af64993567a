import { measure, type Measured } from "../compactor/measured.ts";
import { afterMark } from "../compactor/prepare.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import { isPinOnly, newestSaid } from "../model/item.ts";
import { emptyMark, type History, type Mark } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import { itemOf } from "../log/fold.ts";
import { withSubAgents } from "../log/sub-agent-note.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** Adds the messages just written. */
export function withMessages(measured: Measured, entries: readonly Entry[]): Measured {
  for (const entry of entries) if (entry.type === "message") measured.add(itemOf(entry));
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
    mark: withSubAgents({ ...mark, firstKeptId, seenThrough }, new Map(), before?.subAgents ?? []),
    receipt: { ...receipt, firstKeptId },
  };
}

/**
 * Whether a history still shows what another did, but for messages said since: the same mark and the same pins, upon
 * the same path. What the marks have learned and remembered may differ.
 */
export function isSameBasis(history: History, basis: History): boolean {
  return goesOnFrom(history, standingOf(basis)) && pinsOf(history) === pinsOf(basis);
}

/** What a history showed at a time; since then it may have gone on. */
export type Standing = { readonly mark: Mark | null; readonly newestId: string | null };

export function standingOf({ items, mark }: History): Standing {
  return { mark, newestId: items.at(-1)?.id ?? null };
}

/** Whether a history shows what it once did, and more messages at most: another branch may have the same mark. */
export function goesOnFrom(
  { items, mark }: History,
  { mark: before, newestId }: Standing,
): boolean {
  const isOnPath = newestId === null || items.findLastIndex(({ id }) => id === newestId) !== -1;
  return isOnPath && isSameView(mark, before);
}

/** Whether two marks show the same; a log that was read again gives new objects. */
function isSameView(left: Mark | null, right: Mark | null): boolean {
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
