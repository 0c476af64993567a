import { showsAsSaid } from "../log/boundary.ts";
import { createViewBuilder, type ViewBuilder } from "../log/view.ts";
import type { Item } from "../model/item.ts";
import type { History, CompactionState } from "../model/mark.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";

/**
 * A history with its running sums and its view. Messages are added in place, so that an append costs the messages and
 * not the history; whoever reads it across an `await` takes a copy.
 */
export type TrackedHistory = {
  readonly history: History;
  /** What was there at first is measured when this is first called: a view alone needs no sums. */
  readonly meter: () => Meter;
  readonly viewing: Pick<ViewBuilder, "view">;
  readonly add: (item: Item) => void;
};

/** A history of its own, with its sums and its view. */
export function trackHistory(given: History, estimator: TokenEstimator): TrackedHistory {
  const items = [...given.items];
  const history = { ...given, items };
  let viewing: ViewBuilder | undefined;
  let meter: Meter | undefined;
  return {
    history,
    meter: () => (meter ??= createMeter(history, estimator)),
    viewing: { view: (request) => (viewing ??= createViewBuilder(history)).view(request) },
    add(item) {
      items.push(item);
      viewing?.add(item);
      meter?.add(item);
    },
  };
}

/**
 * Measures histories that are handed in again and again: of one that is what it was but for new items at its end, only
 * these are measured.
 */
export function createTracker(estimator: TokenEstimator): (history: History) => TrackedHistory {
  const known = new WeakMap<Item, TrackedHistory>();
  return (history) => {
    const [first] = history.items;
    if (first === undefined) return trackHistory(history, estimator);
    const before = known.get(first);
    if (before !== undefined && isContinuation(before.history, history)) {
      for (const item of history.items.slice(before.history.items.length)) before.add(item);
      return before;
    }
    const measured = trackHistory(history, estimator);
    known.set(first, measured);
    return measured;
  };
}

/** Whether a history is another one with nothing but new items at its end, of which the state says nothing. */
function isContinuation(
  before: History,
  { gaps, items, state, startsAtBoundary }: History,
): boolean {
  if (
    before.state !== state ||
    before.startsAtBoundary !== startsAtBoundary ||
    before.gaps !== gaps
  )
    return false;
  const { length } = before.items;
  if (items.length < length) return false;
  for (let place = 0; place < length; place += 1)
    if (items[place] !== before.items[place]) return false;
  if (state === null) return true;
  const isChanging = !showsAsSaid(state);
  for (let place = length; place < items.length; place += 1) {
    const id = items[place]?.id ?? "";
    if (isBoundary(id, state) || (isChanging && isChanged(id, state))) return false;
  }
  return true;
}

function isBoundary(
  id: string,
  { compactedThrough, firstKeptId, lastSeenId }: CompactionState,
): boolean {
  return id === compactedThrough || id === firstKeptId || id === lastSeenId;
}

function isChanged(id: string, { pinned, replacements }: CompactionState): boolean {
  return Object.hasOwn(replacements, id) || Object.hasOwn(pinned, id);
}
