import { showsAsSaid } from "../log/boundary.ts";
import { createViewing, type Viewing } from "../log/view.ts";
import type { Item } from "../model/item.ts";
import type { History, Mark } from "../model/mark.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";

/**
 * A history with its running sums and its view. Messages are added in place, so that an append costs the messages and
 * not the history; whoever reads it across an `await` takes a copy.
 */
export type Measured = {
  readonly history: History;
  /** What was there at first is measured when this is first called: a view alone needs no sums. */
  readonly meter: () => Meter;
  readonly viewing: Pick<Viewing, "view">;
  readonly add: (item: Item) => void;
};

/** A history of its own, with its sums and its view. */
export function measure(given: History, estimator: TokenEstimator): Measured {
  const items = [...given.items];
  const history = { ...given, items };
  let viewing: Viewing | undefined;
  let meter: Meter | undefined;
  return {
    history,
    meter: () => (meter ??= createMeter(history, estimator)),
    viewing: { view: (request) => (viewing ??= createViewing(history)).view(request) },
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
export function createMeasuring(estimator: TokenEstimator): (history: History) => Measured {
  const known = new WeakMap<Item, Measured>();
  return (history) => {
    const [first] = history.items;
    if (first === undefined) return measure(history, estimator);
    const before = known.get(first);
    if (before !== undefined && goesOn(before.history, history)) {
      for (const item of history.items.slice(before.history.items.length)) before.add(item);
      return before;
    }
    const measured = measure(history, estimator);
    known.set(first, measured);
    return measured;
  };
}

/** Whether a history is another one with nothing but new items at its end, of which the mark says nothing. */
function goesOn(before: History, { gaps, items, mark, trimmed }: History): boolean {
  if (before.mark !== mark || before.trimmed !== trimmed || before.gaps !== gaps) return false;
  const { length } = before.items;
  if (items.length < length) return false;
  for (let place = 0; place < length; place += 1)
    if (items[place] !== before.items[place]) return false;
  if (mark === null) return true;
  const isChanging = !showsAsSaid(mark);
  for (let place = length; place < items.length; place += 1) {
    const id = items[place]?.id ?? "";
    if (isBoundary(id, mark) || (isChanging && isChanged(id, mark))) return false;
  }
  return true;
}

function isBoundary(id: string, { coveredThrough, firstKeptId, seenThrough }: Mark): boolean {
  return id === coveredThrough || id === firstKeptId || id === seenThrough;
}

function isChanged(id: string, { pinned, replaced }: Mark): boolean {
  return Object.hasOwn(replaced, id) || Object.hasOwn(pinned, id);
}
