import {
  type Digest,
  digestOf,
  type DigestOptions,
  type Item,
  type Message,
  type Part,
  type TokenEstimator,
} from "@cutpoint/core";
import { isSendable } from "@cutpoint/core/kit";
import { type Entry, isItemEntry, itemFromEntry, summaryItem } from "../log/entry.ts";
import { readPath } from "../log/read-path.ts";
import type { SessionStore } from "../store/contract.ts";
import { assertNotAborted } from "../store/errors.ts";

/** What a navigation leaves behind. */
export type Abandoned = {
  /** The deepest entry that both paths have; `null` where they have none. */
  readonly ancestorId: string | null;
  /** From that entry, exclusive, to the head that is left, oldest first. */
  readonly entries: readonly Entry[];
};

/**
 * What lies on the path to one entry and not on the path to another.
 *
 * Reads the target's path to its end and the other down to the ancestor; entries of other branches only as far as
 * seeking past them is no cheaper. Keeps the ids of the one and the entries of the other in memory.
 *
 * @throws `aborted`
 */
export async function abandonedEntries(
  store: SessionStore,
  sessionId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  signal: AbortSignal,
): Promise<Abandoned> {
  const staying = new Set<string>();
  for await (const { id } of pathTo(store, sessionId, to)) {
    assertNotAborted(signal);
    staying.add(id);
  }
  const entries: Entry[] = [];
  for await (const entry of pathTo(store, sessionId, from)) {
    assertNotAborted(signal);
    if (staying.has(entry.id)) return { ancestorId: entry.id, entries: entries.reverse() };
    entries.push(entry);
  }
  return { ancestorId: null, entries: entries.reverse() };
}

async function* pathTo(
  store: SessionStore,
  sessionId: string,
  id: string | null,
): AsyncIterable<Entry> {
  if (id !== null) yield* readPath(store, sessionId, id);
}

/** What the summary of an abandoned branch is made from. */
export type BranchMaterial = {
  /** The newest of what was said there, oldest first, as the view showed it. */
  readonly items: readonly Item[];
  /** Facts about all of it, also about what `items` has no room for. */
  readonly digest: Digest;
};

export type BranchMaterialOptions = {
  /** The most that the items may take, by `estimator`. */
  readonly budgetTokens: number;
  readonly estimator: TokenEstimator;
  readonly digest: DigestOptions;
};

/** While less than this share of the budget is used, a summary that goes beyond it comes in still. */
const EDGE_SHARE = 0.9;

/**
 * Reads abandoned entries in two passes: facts about all of them, with those of nested branch summaries of our own; then
 * messages, newest first, until the budget is full. Compactions on the way count as messages that say their summary.
 * What a reset has taken out of sight stays out of sight.
 *
 * @param abandoned oldest first
 */
export function branchMaterial(
  abandoned: readonly Entry[],
  options: BranchMaterialOptions,
): BranchMaterial {
  const reset = abandoned.findLastIndex(
    (entry) => entry.type === "compaction" && entry.reason === "reset",
  );
  const entries = abandoned.slice(reset + 1);
  return {
    items: newestWithin(entries, options),
    digest: digestOf(entries.filter(isItemEntry).map(itemFromEntry), null, options.digest),
  };
}

function newestWithin(
  entries: readonly Entry[],
  { budgetTokens, estimator }: BranchMaterialOptions,
): readonly Item[] {
  const hidden = hiddenIn(entries);
  const items: Item[] = [];
  let tokens = 0;
  for (const entry of entries.toReversed()) {
    const item = toldBy(entry, hidden);
    if (item === null || !isSendable(item.message)) continue;
    const more = estimator.estimate(item.message);
    const isFull = tokens + more > budgetTokens;
    const isAtEdge = entry.type !== "message" && tokens < budgetTokens * EDGE_SHARE;
    if (!isFull || isAtEdge) items.push(item);
    if (isFull) break;
    tokens += more;
  }
  return items.reverse();
}

function toldBy(entry: Entry, hidden: ReadonlyMap<string, readonly Part[]>): Item | null {
  if (entry.type === "compaction") {
    const part = entry.state.prefix.find(({ kind }) => kind === "summary")?.part;
    return part?.type === "text" ? summaryItem(entry, part.text) : null;
  }
  if (!isItemEntry(entry)) return null;
  const item = itemFromEntry(entry);
  const parts = hidden.get(entry.id);
  if (parts === undefined) return item;
  const { adapterMetadata: _own, ...message } = item.message;
  return { ...item, message: { ...message, parts } as Message };
}

/** By id, the parts that were shown last in the place of an entry's own. */
function hiddenIn(entries: readonly Entry[]): ReadonlyMap<string, readonly Part[]> {
  return new Map(
    entries.flatMap((entry) => {
      if (entry.type === "hide") return Object.entries(entry.replacements);
      return entry.type === "compaction" ? Object.entries(entry.state.replacements) : [];
    }),
  );
}
