import { trackHistory, type TrackedHistory } from "../compactor/measured.ts";
import { withState } from "../compactor/prepare.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import { isPinOnly, newestSaid } from "../model/item.ts";
import { emptyState, type History, type CompactionState } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import { itemOf } from "../log/fold.ts";
import { withSubAgents } from "../log/sub-agent-note.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** Adds the messages just written. */
export function withMessages(measured: TrackedHistory, entries: readonly Entry[]): TrackedHistory {
  for (const entry of entries) if (entry.type === "message") measured.add(itemOf(entry));
  return measured;
}

/** Puts the compaction just written in force; `null` where the log has to be read again. */
export function withCompaction(
  measured: TrackedHistory,
  entries: readonly Entry[],
  estimator: TokenEstimator,
): TrackedHistory | null {
  const [entry] = entries;
  return entry?.type === "compaction"
    ? trackHistory(withState(measured.history, entry.state), estimator)
    : null;
}

/** The entry of a finished compaction; what was said since the plan was made stays after it. */
export function compactionEntry(
  { items, state: before }: History,
  state: CompactionState,
  receipt: Receipt,
  link: {
    readonly id: string;
    readonly parentId: string | null;
    readonly at: number;
    readonly reason: CompactionReason;
  },
): CompactionEntry {
  const covered = items.findLastIndex((item) => item.id === state.compactedThrough);
  const firstKeptId =
    state.firstKeptId ?? items.slice(covered + 1).find((item) => !isPinOnly(item))?.id ?? null;
  const lastSeenId = newestSaid(items)?.id ?? before?.lastSeenId ?? null;
  return {
    type: "compaction",
    ...link,
    state: withSubAgents({ ...state, firstKeptId, lastSeenId }, new Map(), before?.subAgents ?? []),
    receipt: { ...receipt, firstKeptId },
  };
}

/**
 * Whether a history still shows what another did, but for messages said since: the same state and the same pins, upon
 * the same path. What the states have learned and remembered may differ.
 */
export function isContinuation(history: History, basis: History): boolean {
  return isContinuationFrom(history, takeSnapshot(basis)) && pinsOf(history) === pinsOf(basis);
}

/** What a history showed at a time; since then it may have gone on. */
export type HistorySnapshot = {
  readonly state: CompactionState | null;
  readonly newestId: string | null;
};

export function takeSnapshot({ items, state }: History): HistorySnapshot {
  return { state, newestId: items.at(-1)?.id ?? null };
}

/** Whether a history shows what it once did, and more messages at most: another branch may have the same state. */
export function isContinuationFrom(
  { items, state }: History,
  { state: before, newestId }: HistorySnapshot,
): boolean {
  const isOnPath = newestId === null || items.findLastIndex(({ id }) => id === newestId) !== -1;
  return isOnPath && isSameView(state, before);
}

/** Whether two states show the same; a log that was read again gives new objects. */
function isSameView(left: CompactionState | null, right: CompactionState | null): boolean {
  return left === right || shownBy(left) === shownBy(right);
}

function shownBy(state: CompactionState | null): string {
  const { compactedThrough, firstKeptId, prefix, pinned, replacements, lastSeenId } =
    state ?? emptyState();
  return JSON.stringify([compactedThrough, firstKeptId, prefix, pinned, replacements, lastSeenId]);
}

function pinsOf({ items }: History): string {
  return JSON.stringify(
    items.filter((item) => item.pinId !== undefined).map(({ id, pinId }) => [id, pinId]),
  );
}
