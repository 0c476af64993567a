import {
  type Digest,
  digestOf,
  type Item,
  type Message,
  type Part,
  type TokenEstimator,
  type ToolKinds,
} from "@cutpoint/core";
import { summaryOf } from "@cutpoint/core/kit";
import { isSendable } from "@cutpoint/core/session";
import { type Entry, isItemEntry, isReset, itemFromEntry, summaryItem } from "../log/entry.ts";
import { readPath } from "../log/read-path.ts";
import type { SessionStore } from "../store/contract.ts";
import { assertNotAborted } from "../store/errors.ts";

/** The part of a path that a navigation leaves. */
export type Abandoned = {
  /** The deepest entry that both paths share; `null` if there is none. */
  readonly ancestorId: string | null;
  /** The entries after the ancestor up to the old head, oldest first. */
  readonly entries: readonly Entry[];
};

/**
 * Returns the entries on the path to one entry that are not on the path to another.
 *
 * Reads the target's path to its end and the other path down to the ancestor. Keeps the ids of the first and the entries
 * of the second in memory.
 *
 * @throws `aborted` if the operation was aborted
 */
export async function abandonedEntries(
  store: SessionStore,
  sessionId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  signal: AbortSignal,
): Promise<Abandoned> {
  const targetIds = new Set<string>();
  for await (const { id } of to === null ? [] : readPath(store, sessionId, to)) {
    assertNotAborted(signal);
    targetIds.add(id);
  }
  const entries: Entry[] = [];
  for await (const entry of from === null ? [] : readPath(store, sessionId, from)) {
    assertNotAborted(signal);
    if (targetIds.has(entry.id)) return { ancestorId: entry.id, entries: entries.reverse() };
    entries.push(entry);
  }
  return { ancestorId: null, entries: entries.reverse() };
}

/** The input for the summary of an abandoned branch. */
export type BranchMaterial = {
  /** The newest visible items of the branch, oldest first. */
  readonly items: readonly Item[];
  /** Facts about all items, including those that do not fit. */
  readonly digest: Digest;
};

export type BranchMaterialOptions = {
  /** The limit for all items, in tokens of `estimator`. */
  readonly budgetTokens: number;
  readonly estimator: TokenEstimator;
  readonly toolKinds?: ToolKinds | undefined;
};

/** A summary may exceed the budget if less than this share of it is used. */
const EDGE_SHARE = 0.9;

/**
 * Returns the newest items of an abandoned branch that fit the budget, and a digest of all items.
 *
 * A compaction on the branch counts as its summary. Entries before a reset are ignored.
 *
 * @param abandoned oldest first
 */
export function branchMaterial(
  abandoned: readonly Entry[],
  options: BranchMaterialOptions,
): BranchMaterial {
  const entries = abandoned.slice(abandoned.findLastIndex(isReset) + 1);
  return {
    items: newestItems(entries, options),
    digest: digestOf(entries.filter(isItemEntry).map(itemFromEntry), null, options),
  };
}

function newestItems(
  entries: readonly Entry[],
  { budgetTokens, estimator }: BranchMaterialOptions,
): readonly Item[] {
  const replacements = replacementsIn(entries);
  const items: Item[] = [];
  let tokens = 0;
  for (const entry of entries.toReversed()) {
    const item = visibleItem(entry, replacements);
    if (item === null || !isSendable(item.message)) continue;
    const added = estimator.estimate(item.message);
    const isFull = tokens + added > budgetTokens;
    const isAtEdge = entry.type !== "message" && tokens < budgetTokens * EDGE_SHARE;
    if (!isFull || isAtEdge) items.push(item);
    if (isFull) break;
    tokens += added;
  }
  return items.reverse();
}

type Replacements = ReadonlyMap<string, readonly Part[]>;

function visibleItem(entry: Entry, replacements: Replacements): Item | null {
  if (entry.type === "compaction") {
    const text = summaryOf(entry.state);
    return text === null ? null : summaryItem(entry, text);
  }
  if (!isItemEntry(entry)) return null;
  const item = itemFromEntry(entry);
  const parts = replacements.get(entry.id);
  if (parts === undefined) return item;
  const { adapterMetadata: _original, ...message } = item.message;
  return { ...item, message: { ...message, parts } as Message };
}

function replacementsIn(entries: readonly Entry[]): Replacements {
  return new Map(
    entries.flatMap((entry) => {
      if (entry.type === "hide") return Object.entries(entry.replacements);
      return entry.type === "compaction" ? Object.entries(entry.state.replacements) : [];
    }),
  );
}
