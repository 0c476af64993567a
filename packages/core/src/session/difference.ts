import { fold } from "../log/fold.ts";
import { boundaryOf, liveOf } from "../log/boundary.ts";
import type { Entry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";
import { own } from "../model/own.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** What became of one item in a compaction. */
export type Difference = {
  readonly id: string;
  /** `clamped` and `hidden` items are still visible, by other parts: shown head and tail, or by a text in their place. */
  readonly state: "kept" | "clamped" | "hidden" | "covered";
  /** The estimate of the item as it was shown before. */
  readonly tokens: number;
};

/**
 * What a compaction did to each item that was visible before it, oldest first.
 *
 * @param path the entries of the active path, newest first
 * @throws `unknown-entry` where no compaction of that id is on the path
 */
export function differences(
  path: readonly Entry[],
  entryId: string,
  estimator: TokenEstimator,
): readonly Difference[] {
  const place = path.findIndex((entry) => entry.id === entryId);
  const entry = path[place];
  if (entry === undefined || (entry.type !== "compaction" && entry.type !== "hide"))
    throw new CutpointError(
      "unknown-entry",
      `entryId is "${entryId}": no compaction of that id is on the path`,
    );
  const before = fold(path.slice(place + 1));
  const { items } = liveOf(before);
  const firstKept = entry.type === "hide" ? 0 : boundaryOf({ items, mark: entry.mark }).index;
  const replaced = entry.type === "hide" ? entry.replaced : entry.mark.replaced;
  const clamped = new Set(entry.receipt?.clampedIds);
  return items.map((item, index) => ({
    id: item.id,
    tokens: estimator.estimate(item.message),
    state: index < firstKept ? "covered" : stateOf(item.id, replaced, clamped, before.mark),
  }));
}

function stateOf(
  id: string,
  replaced: Mark["replaced"],
  clamped: ReadonlySet<string>,
  before: Mark | null,
): Difference["state"] {
  const parts = own(replaced, id);
  if (parts === undefined || parts === own(before?.replaced ?? {}, id)) return "kept";
  return clamped.has(id) ? "clamped" : "hidden";
}
