import { digestOf, type DigestOptions } from "../digest/digest.ts";
import { isItemEntry, itemFromEntry, summaryItem } from "../log/fold.ts";
import { isSendable } from "../log/sendable.ts";
import type { Digest } from "../model/digest.ts";
import type { Entry } from "../model/entry.ts";
import type { Item } from "../model/item.ts";
import { summaryOf } from "../model/mark.ts";
import { type Part, withParts } from "../model/message.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

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
    const summary = summaryOf(entry.state);
    return summary === null ? null : summaryItem(entry, summary);
  }
  if (!isItemEntry(entry)) return null;
  const item = itemFromEntry(entry);
  const parts = hidden.get(entry.id);
  return parts === undefined ? item : { ...item, message: withParts(item.message, parts) };
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
