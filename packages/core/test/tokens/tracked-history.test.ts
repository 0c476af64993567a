import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "../../src/message/item.ts";
import { emptyState } from "../../src/message/state.ts";
import { createEstimator } from "../../src/tokens/estimator.ts";
import { createMeter } from "../../src/tokens/meter.ts";
import { createTracker } from "../../src/tokens/tracked-history.ts";
import { viewOf } from "../../src/view/view.ts";
import { answer, call, human, itemsOf, result } from "../conversation.ts";

const talk: readonly Item[] = itemsOf(
  ...Array.from({ length: 4 }, (_, turn) => [
    human(3),
    call(`c${turn}`),
    result(`c${turn}`, 5),
    answer(2),
  ]).flat(),
);

describe("a history that is handed in again", () => {
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
        const track = createTracker();
        for (const { from, to, mark: state, changed } of histories) {
          const items = talk
            .slice(from, to)
            .map((item, place) => (place === changed ? { ...item, message: human(40) } : item));
          const tracked = track({ items, state });
          expect(tracked.view()).toEqual(viewOf({ items, state }));
          const tokens = createMeter({ items, state }, estimator).viewTokens();
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
    const track = createTracker();
    track({ items: talk.slice(0, -1), state: null }).meter(estimator);
    const before = estimates;
    track({ items: talk, state: null }).meter(estimator);
    expect(estimates - before).toBe(1);
  });
});
