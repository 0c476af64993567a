import type { CompactionState, Digest, Item } from "@cutpoint/core";
import { invalidInput, summaryOf } from "@cutpoint/core/kit";
import { isTurnStart } from "@cutpoint/core/session";
import { type Entry, itemFromEntry } from "./log/entry.ts";
import { readPath } from "./log/read-path.ts";
import type { SessionStore } from "./store/contract.ts";

/** The original messages of one turn, without summaries. */
export type TurnLog = {
  readonly turnId: string | null;
  /** The time of the first message, in ms since the epoch. */
  readonly from: number;
  /** The time of the last message, in ms since the epoch. */
  readonly to: number;
  readonly items: readonly Item[];
};

/** The summary and the digest of a compaction or of a branch. */
export type SummaryRecord = {
  readonly entryId: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** The turns and the time that were compacted; `null` for the summary of a branch. */
  readonly compacted: CompactionState["compacted"] | null;
  readonly summary: string | null;
  readonly digest: Digest | null;
};

/** How many records to read. Default: 6. */
export type ReadLastOptions = { readonly last?: number };

/**
 * Returns the newest turns of the current path, oldest first. Reads no older entries than these turns need.
 *
 * @throws `invalid-input` if `last` is not an integer of at least 0
 */
export async function readTurnLogs(
  store: SessionStore,
  sessionId: string,
  { last = 6 }: ReadLastOptions = {},
): Promise<readonly TurnLog[]> {
  assertCount(last);
  const turns: TurnLog[] = [];
  /** The turn being read, newest item first. */
  let turn: Item[] = [];
  for await (const entry of last === 0 ? [] : readPath(store, sessionId)) {
    if (entry.type !== "message") continue;
    const item = itemFromEntry(entry);
    const first = turn.at(-1);
    if (first !== undefined && isTurnStart(first, item)) {
      turns.push(turnLogOf(turn));
      turn = [];
      if (turns.length === last) break;
    }
    turn.push(item);
  }
  if (turn.length > 0) turns.push(turnLogOf(turn));
  return turns.reverse();
}

function turnLogOf(newestFirst: readonly Item[]): TurnLog {
  const items = newestFirst.toReversed();
  const turnId = items.find((item) => item.turnId !== undefined)?.turnId ?? null;
  return { turnId, from: items[0]?.at ?? 0, to: items.at(-1)?.at ?? 0, items };
}

/**
 * Returns the newest summaries and digests of the current path, oldest first. Reads no older entries.
 *
 * @throws `invalid-input` if `last` is not an integer of at least 0
 */
export async function readSummaries(
  store: SessionStore,
  sessionId: string,
  { last = 6 }: ReadLastOptions = {},
): Promise<readonly SummaryRecord[]> {
  assertCount(last);
  const records: SummaryRecord[] = [];
  for await (const entry of last === 0 ? [] : readPath(store, sessionId)) {
    const record = summaryRecordOf(entry);
    if (record !== null) records.push(record);
    if (records.length === last) break;
  }
  return records.reverse();
}

function summaryRecordOf(entry: Entry): SummaryRecord | null {
  const { id, at } = entry;
  if (entry.type === "branch" && entry.summary !== null) {
    const { digest, text } = entry.summary;
    return { entryId: id, at, compacted: null, summary: text, digest };
  }
  if (entry.type !== "compaction" || entry.receipt === null) return null;
  const { compacted, digest } = entry.state;
  return { entryId: id, at, compacted, summary: summaryOf(entry.state), digest };
}

function assertCount(last: number): void {
  if (!Number.isInteger(last) || last < 0)
    throw invalidInput("last", last, "expected an integer of at least 0");
}
