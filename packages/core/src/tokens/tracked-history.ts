import { assertUsableState } from "../message/assert-state.ts";
import { assertHistory, type History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import type { Message } from "../message/message.ts";
import type { CompactionState } from "../message/state.ts";
import { runAtOnce, runInSlices, type Steps } from "../message/steps.ts";
import {
  buildView,
  type View,
  type ViewBuilder,
  visiblePrefix,
  type ViewRequest,
} from "../view/view.ts";
import type { TokenEstimator } from "./estimator.ts";
import { measureView, type Meter } from "./meter.ts";

/**
 * A history with running sums and a view. Appending an item takes the same time at any length.
 *
 * `history` grows in place. Copy it before you read it across an `await`.
 */
export type TrackedHistory = {
  readonly history: History;
  readonly append: (item: Item) => void;
  /** Replaces the state by one that shows the same view. */
  readonly setState: (state: CompactionState) => void;
  /** The messages before the kept items, rendered once. */
  readonly prefix: () => readonly Message[];
  readonly view: (request?: ViewRequest) => View;
  /** The running sums, computed at the first call for an estimator. */
  readonly meter: (estimator: TokenEstimator) => Meter;
  /** Computes the running sums, and the view with them. */
  readonly measure: (estimator: TokenEstimator) => Steps<Meter>;
  readonly isMeasured: (estimator: TokenEstimator) => boolean;
};

const trackedHistories = new WeakMap<History, TrackedHistory>();

/**
 * Returns the tracked history of a history object, or tracks a copy of it.
 *
 * @throws `invalid-input` if the state is not valid
 */
export function trackHistory(given: History): TrackedHistory {
  const known = trackedHistories.get(given);
  if (known !== undefined) return known;
  assertUsableState(given.state);
  const items = [...given.items];
  const { gaps, startsAtBoundary, state } = given;
  const history = {
    items,
    state,
    ...(startsAtBoundary === undefined ? {} : { startsAtBoundary }),
    ...(gaps === undefined ? {} : { gaps }),
  };
  let rendered: readonly Message[] | undefined;
  const prefix = (): readonly Message[] => (rendered ??= visiblePrefix(history));
  const meters = new Map<TokenEstimator, Meter>();
  const builders = new Set<ViewBuilder>();
  const build = (): ViewBuilder => {
    const builder = runAtOnce(buildView(history, prefix()));
    builders.add(builder);
    return builder;
  };
  const tracked: TrackedHistory = {
    history,
    prefix,
    view(request) {
      const [builder = build()] = builders;
      return builder.view(request);
    },
    meter: (estimator) => meters.get(estimator) ?? runAtOnce(tracked.measure(estimator)),
    *measure(estimator) {
      const { length } = items;
      const measured = yield* measureView(history, estimator, prefix());
      for (const item of items.slice(length)) measured.add(item);
      const meter = meters.get(estimator) ?? measured;
      meters.set(estimator, meter);
      builders.add(meter);
      return meter;
    },
    isMeasured: (estimator) => meters.has(estimator),
    setState(state) {
      history.state = state;
    },
    append(item) {
      items.push(item);
      for (const builder of builders) builder.add(item);
    },
  };
  trackedHistories.set(history, tracked);
  return tracked;
}

/** Finds the tracked histories of one compactor. */
export type Tracker = {
  /**
   * Extends a tracked history if the same items are passed with new ones at the end. Otherwise tracks the history.
   *
   * @throws `invalid-input` if a history is not valid. Items that were passed before are not checked again.
   */
  readonly track: (history: History) => TrackedHistory;
  /** Measures a new history in slices, since planning would measure it in one step. Tracks it again if it grew meanwhile. */
  readonly measure: (history: History, tracked: TrackedHistory) => Promise<TrackedHistory>;
};

export function createTracker(estimator: TokenEstimator): Tracker {
  const byFirstItem = new WeakMap<Item, TrackedHistory>();
  const track = (history: History): TrackedHistory => {
    const known = trackedHistories.get(history);
    if (known !== undefined) return known;
    const shared = assertHistory(
      history,
      (first) => byFirstItem.get(first as Item)?.history.items ?? [],
    );
    const [first] = history.items;
    if (first === undefined) return trackHistory(history);
    const before = byFirstItem.get(first);
    const isShared = shared === before?.history.items.length;
    if (isShared && isExtension(before.history, history)) {
      for (const item of history.items.slice(before.history.items.length)) before.append(item);
      return before;
    }
    const tracked = trackHistory(history);
    byFirstItem.set(first, tracked);
    return tracked;
  };
  return {
    track,
    async measure(history, tracked) {
      if (tracked.isMeasured(estimator)) return tracked;
      await runInSlices(tracked.measure(estimator));
      return track(history);
    },
  };
}

/** Whether a history, which begins with the items of another one, adds only items that the state does not refer to. */
function isExtension(before: History, { gaps, items, startsAtBoundary, state }: History): boolean {
  if (before.state !== state || before.startsAtBoundary !== startsAtBoundary) return false;
  if (before.gaps !== gaps) return false;
  if (state === null) return true;
  return !items.slice(before.items.length).some(({ id }) => refersTo(state, id));
}

function refersTo(state: CompactionState, id: string): boolean {
  const { compactedThrough, firstKeptId, lastSeenId, pinned, replacements, thinking } = state;
  const isBoundary = [compactedThrough, firstKeptId, lastSeenId, thinking?.validAfter].includes(id);
  return isBoundary || Object.hasOwn(replacements, id) || Object.hasOwn(pinned, id);
}
