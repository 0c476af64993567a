import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "../../src/message/item.ts";
import { emptyState } from "../../src/message/state.ts";
import { runAtOnce } from "../../src/message/steps.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";
import { measureView } from "../../src/tokens/meter.ts";
import { createTracker, trackHistory } from "../../src/tokens/tracked-history.ts";
import { viewOf } from "../../src/view/view.ts";
import {
  answer,
  call,
  user,
  itemsOf,
  result,
} from "../../../../tooling/laws/src/generate/sized-messages.ts";

const talk: readonly Item[] = itemsOf(
  ...Array.from({ length: 4 }, (_, turn) => [
    user(3),
    call(`c${turn}`),
    result(`c${turn}`, 5),
    answer(2),
  ]).flat(),
);

describe("a history that is handed in again", () => {
  test("shows an appended item as its state replaces it", () => {
    const { track } = createTracker(createEstimator());
    const replacements = { [talk[6]?.id ?? ""]: [{ type: "text", text: "[left out]" } as const] };
    const state = { ...emptyState(), replacements };
    track({ items: talk.slice(0, 6), state }).view();
    const view = track({ items: talk, state }).view();
    expect(view).toEqual(viewOf({ items: talk, state }));
    expect(JSON.stringify(view)).toContain("[left out]");
  });

  test("is measured and shown as if for the first time, whatever became of it", () => {
    const estimator = createEstimator();
    const mark = { ...emptyState(), compactedThrough: talk[3]?.id ?? null };
    const history = fc.record({
      from: fc.nat(3),
      to: fc.nat(talk.length),
      mark: fc.constantFrom(null, mark, { ...mark }),
      changed: fc.option(fc.nat(talk.length - 1), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(history, { maxLength: 8 }), (histories) => {
        const { track } = createTracker(createEstimator());
        for (const { from, to, mark: state, changed } of histories) {
          const items = talk
            .slice(from, to)
            .map((item, place) => (place === changed ? { ...item, message: user(40) } : item));
          const tracked = track({ items, state });
          expect(tracked.view()).toEqual(viewOf({ items, state }));
          const tokens = runAtOnce(measureView({ items, state }, estimator)).viewTokens();
          expect(tracked.meter(estimator).viewTokens()).toBe(tokens);
        }
      }),
    );
  });

  test("costs an estimate for each new item only", () => {
    let estimates = 0;
    const estimator = {
      ...createEstimator(),
      estimate: () => {
        estimates += 1;
        return 10;
      },
    };
    const { track } = createTracker(createEstimator());
    track({ items: talk.slice(0, -1), state: null }).meter(estimator);
    const before = estimates;
    track({ items: talk, state: null }).meter(estimator);
    expect(estimates - before).toBe(1);
  });
});

describe("trackHistory", () => {
  test("is the same for the history that it returned, and a copy of any other", () => {
    const items = [...talk];
    const tracked = trackHistory({ items, state: null });
    expect(trackHistory(tracked.history)).toBe(tracked);
    items.pop();
    expect(tracked.history.items).toHaveLength(talk.length);
  });

  test("grows in place by an append, with its view and all of its sums", () => {
    const estimators = [createEstimator(), createCharacterEstimator()];
    const tracked = trackHistory({ items: talk.slice(0, 5), state: null });
    tracked.view();
    for (const estimator of estimators) tracked.meter(estimator);
    for (const item of talk.slice(5)) {
      tracked.append(item);
      expect(tracked.view()).toEqual(viewOf(tracked.history));
      for (const estimator of estimators)
        expect(tracked.meter(estimator).viewTokens()).toBe(
          runAtOnce(measureView(tracked.history, estimator)).viewTokens(),
        );
    }
    expect(tracked.history.items).toEqual(talk);
  });

  test("keeps its sums when a request adds messages of its own, and when items arrive meanwhile", () => {
    const estimator = createEstimator();
    const tracked = trackHistory({ items: talk.slice(0, 5), state: null });
    const steps = tracked.measure(estimator);
    steps.next();
    tracked.append(talk[5] as Item);
    runAtOnce(steps);
    tracked.append(talk[6] as Item);
    tracked.view({ tail: [user(50)] });
    const again = runAtOnce(measureView({ items: talk.slice(0, 7), state: null }, estimator));
    expect(tracked.meter(estimator).viewTokens()).toBe(again.viewTokens());
    expect(tracked.view()).toEqual(viewOf(tracked.history));
  });

  test("renders the messages before the kept items once", () => {
    const part = { type: "text", text: "what was said before" } as const;
    const prefix = [{ kind: "summary", sourceId: null, part } as const];
    const state = { ...emptyState(), compactedThrough: talk[3]?.id ?? null, prefix };
    const tracked = trackHistory({ items: talk, state });
    expect(tracked.prefix()).toBe(tracked.prefix());
    expect(tracked.view().messages[0]).toEqual(tracked.prefix()[0]);
  });
});

test("a history whose object was changed in place is not taken for the one it was", () => {
  const { track } = createTracker(createEstimator());
  const items: Item[] = talk.slice(0, 6);
  const history = { items, state: null };
  expect(track(history).history.items).toEqual(items);
  items.push(...talk.slice(6, 8));
  expect(track(history).history.items).toEqual(items);
  items.splice(0, items.length, ...talk.slice(8));
  expect(track(history).history.items).toEqual(items);
});
