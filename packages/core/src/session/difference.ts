import { foldEntries } from "../log/fold.ts";
import { boundaryOf, visibleItems } from "../log/boundary.ts";
import type { Entry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { CompactionState } from "../model/mark.ts";
import { getOwn } from "../model/own.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** What became of one item in a compaction. */
export type ItemChange = {
  readonly id: string;
  /** `truncated` and `hidden` items are still visible, by other parts: shown head and tail, or by a text in their place. */
  readonly state: "kept" | "truncated" | "hidden" | "compacted";
  /** The estimate of the item as it was shown before. */
  readonly tokens: number;
};

/**
 * What a compaction did to each item that was visible before it, oldest first.
 *
 * @param path the entries of the active path, newest first
 * @throws `unknown-entry` where no compaction of that id is on the path
 */
export function itemChanges(
  path: readonly Entry[],
  entryId: string,
  estimator: TokenEstimator,
): readonly ItemChange[] {
  const place = path.findIndex((entry) => entry.id === entryId);
  const entry = path[place];
  if (entry === undefined || (entry.type !== "compaction" && entry.type !== "hide"))
    throw new CutpointError(
      "unknown-entry",
      `entryId is "${entryId}": no compaction of that id is on the path`,
    );
  const before = foldEntries(path.slice(place + 1));
  const { items } = visibleItems(before);
  const firstKept = entry.type === "hide" ? 0 : boundaryOf({ items, state: entry.state }).index;
  const replaced = entry.type === "hide" ? entry.replacements : entry.state.replacements;
  const clamped = new Set(entry.receipt?.truncatedIds);
  return items.map((item, index) => ({
    id: item.id,
    tokens: estimator.estimate(item.message),
    state: index < firstKept ? "compacted" : stateOf(item.id, replaced, clamped, before.state),
  }));
}

function stateOf(
  id: string,
  replaced: CompactionState["replacements"],
  clamped: ReadonlySet<string>,
  before: CompactionState | null,
): ItemChange["state"] {
  const parts = getOwn(replaced, id);
  if (parts === undefined || parts === getOwn(before?.replacements ?? {}, id)) return "kept";
  return clamped.has(id) ? "truncated" : "hidden";
}
