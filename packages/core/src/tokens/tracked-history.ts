import { assertUsableState } from "../message/assert-state.ts";
import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import type { Message } from "../message/message.ts";
import type { CompactionState } from "../message/state.ts";
import { showsOriginals } from "../view/boundary.ts";
import {
  createViewBuilder,
  type View,
  type ViewBuilder,
  visiblePrefix,
  type ViewRequest,
} from "../view/view.ts";
import type { TokenEstimator } from "./estimator.ts";
import { createMeter, type Meter } from "./meter.ts";

/**
 * A history with its running sums and its view. An append costs the new item, not the history.
 *
 * `history` grows in place when an item is appended. Take a snapshot before you read it across an `await`.
 */
export type TrackedHistory = {
  readonly history: History;
  readonly append: (item: Item) => void;
  /** The messages before the kept items, rendered once. */
  readonly prefix: () => readonly Message[];
  readonly view: (request?: ViewRequest) => View;
  /** The running sums. The items are estimated at the first call for an estimator. */
  readonly meter: (estimator: TokenEstimator) => Meter;
};

const trackedHistories = new WeakMap<History, TrackedHistory>();

/**
 * Returns the tracked history of a history object; tracks a copy of its items if there is none.
 *
 * @throws `invalid-input` if the state is not one
 */
export function trackHistory(given: History): TrackedHistory {
  const known = trackedHistories.get(given);
  if (known !== undefined) return known;
  assertUsableState(given.state);
  const items = [...given.items];
  const history = { ...given, items };
  let rendered: readonly Message[] | undefined;
  let builder: ViewBuilder | undefined;
  const prefix = (): readonly Message[] => (rendered ??= visiblePrefix(history));
  const meters = new Map<TokenEstimator, Meter>();
  const tracked: TrackedHistory = {
    history,
    prefix,
    view: (request) => (builder ??= createViewBuilder(history, prefix())).view(request),
    meter(estimator) {
      const before = meters.get(estimator);
      if (before !== undefined) return before;
      const meter = createMeter(history, estimator, prefix());
      meters.set(estimator, meter);
      return meter;
    },
    append(item) {
      items.push(item);
      builder?.add(item);
      for (const meter of meters.values()) meter.add(item);
    },
  };
  trackedHistories.set(history, tracked);
  return tracked;
}

/**
 * Creates a lookup for histories that an app passes again and again: a history that only has new items at its end
 * extends the tracked one. Items are compared by identity.
 */
export function createTracker(): (history: History) => TrackedHistory {
  const byFirstItem = new WeakMap<Item, TrackedHistory>();
  return (history) => {
    const known = trackedHistories.get(history);
    if (known !== undefined) return known;
    const [first] = history.items;
    if (first === undefined) return trackHistory(history);
    const before = byFirstItem.get(first);
    if (before !== undefined && isExtension(before.history, history)) {
      for (const item of history.items.slice(before.history.items.length)) before.append(item);
      return before;
    }
    const tracked = trackHistory(history);
    byFirstItem.set(first, tracked);
    return tracked;
  };
}

/** Whether a history is another one with new items at its end to which the state does not refer. */
function isExtension(before: History, { gaps, items, startsAtBoundary, state }: History): boolean {
  if (before.state !== state || before.startsAtBoundary !== startsAtBoundary) return false;
  if (before.gaps !== gaps) return false;
  const { length } = before.items;
  if (items.length < length) return false;
  for (let place = 0; place < length; place += 1)
    if (items[place] !== before.items[place]) return false;
  if (state === null) return true;
  const isChanging = !showsOriginals(state);
  for (let place = length; place < items.length; place += 1) {
    const id = items[place]?.id ?? "";
    if (isBoundary(id, state) || (isChanging && isChanged(id, state))) return false;
  }
  return true;
}

function isBoundary(
  id: string,
  { compactedThrough, firstKeptId, lastSeenId, thinking }: CompactionState,
): boolean {
  return [compactedThrough, firstKeptId, lastSeenId, thinking?.validAfter].includes(id);
}

function isChanged(id: string, { pinned, replacements }: CompactionState): boolean {
  return Object.hasOwn(replacements, id) || Object.hasOwn(pinned, id);
}
