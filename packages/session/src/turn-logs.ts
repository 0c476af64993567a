import type { CompactionState, Digest, Item } from "@cutpoint/core";
import { invalidInput, isTurnStart } from "@cutpoint/core/kit";
import { type Entry, itemOf } from "./log/entry.ts";
import { readPath } from "./log/read-path.ts";
import type { SessionStore } from "./store/contract.ts";

/** What was said and done in one turn, and nothing that a compaction wrote. */
export type TurnLog = {
  readonly turnId: string | null;
  /** When its first and its last message were written, in ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
};

/** What a compaction, or a navigation that was summarized, wrote down about what was said. */
export type SummaryRecord = {
  readonly entryId: string;
  /** When it was written, in ms since 1970. */
  readonly at: number;
  /** Which turns and which time it tells of; `null` for a branch that was left. */
  readonly compacted: CompactionState["compacted"] | null;
  readonly summary: string | null;
  readonly digest: Digest | null;
};

/** The newest turns, or the newest entries of the index; default 6. */
export type ReadLastOptions = { readonly last?: number };

/**
 * The newest turns of the active path, the oldest of them first. Reads no further back than the message before them.
 *
 * @throws `invalid-input` where `last` is no whole number, 0 or more
 */
export async function readTurnLogs(
  store: SessionStore,
  sessionId: string,
  { last = 6 }: ReadLastOptions = {},
): Promise<readonly TurnLog[]> {
  assertCount(last);
  const turns: TurnLog[] = [];
  /** Of the turn that is being read, newest first. */
  let turn: Item[] = [];
  for await (const entry of last === 0 ? [] : readPath(store, sessionId)) {
    if (entry.type !== "message") continue;
    const item = itemOf(entry);
    const first = turn.at(-1);
    if (first !== undefined && isTurnStart(first, item)) {
      turns.push(turnLogOf(turn));
      turn = [];
      if (turns.length === last) break;
    }
    turn.push(item);
  }
  return [...turns, ...(turn.length === 0 ? [] : [turnLogOf(turn)])].reverse();
}

function turnLogOf(newestFirst: readonly Item[]): TurnLog {
  const items = newestFirst.toReversed();
  const turnId = items.find((item) => item.turnId !== undefined)?.turnId ?? null;
  return { turnId, from: items[0]?.at ?? 0, to: items.at(-1)?.at ?? 0, items };
}

/**
 * The newest entries of the index of the active path, the oldest of them first: what stands for the turns that are no
 * longer shown. Reads no further back than the oldest that is wanted.
 *
 * @throws `invalid-input` where `last` is no whole number, 0 or more
 */
export async function readSummaries(
  store: SessionStore,
  sessionId: string,
  { last = 6 }: ReadLastOptions = {},
): Promise<readonly SummaryRecord[]> {
  assertCount(last);
  const index: SummaryRecord[] = [];
  for await (const entry of last === 0 ? [] : readPath(store, sessionId)) {
    const indexed = summaryRecordOf(entry);
    if (indexed !== null) index.push(indexed);
    if (index.length === last) break;
  }
  return index.reverse();
}

function summaryRecordOf(entry: Entry): SummaryRecord | null {
  const { id, at } = entry;
  if (entry.type === "branch" && entry.summary !== null) {
    const { digest, text } = entry.summary;
    return { entryId: id, at, compacted: null, summary: text, digest };
  }
  if (entry.type !== "compaction" || entry.receipt === null) return null;
  const { compacted, digest, prefix } = entry.state;
  const part = prefix.find(({ kind }) => kind === "summary")?.part;
  const summary = part?.type === "text" ? part.text : null;
  return { entryId: id, at, compacted, summary, digest };
}

function assertCount(last: number): void {
  if (!Number.isInteger(last) || last < 0)
    throw invalidInput("last", last, "it should be a whole number, 0 or more");
}
