import { type CutBoundary, findCutPoint, type Item, type MeasuredItem } from "@cutpoint/core";
import { isTurnStart } from "@cutpoint/core/session";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutAt, legalCuts } from "../../../packages/core/src/plan/cut-point.ts";
import { call, itemsOf, result, user } from "../src/generate/sized-messages.ts";
import { hostileItems } from "../src/generate/history.ts";
import { complaintOf, failureOf } from "../src/laws/proving.ts";

/** Finds the cut by checking every position of the conversation. */
function cutByRule(
  measured: readonly MeasuredItem[],
  keepTokens: number,
  boundary: CutBoundary,
): number {
  const items = measured.map(({ item }) => item);
  const keptFrom = (place: number): number =>
    measured.slice(place).reduce((sum, { tokens }) => sum + tokens, 0);
  const places = items.map((_, place) => place);
  const reached = places.findLast((place) => keptFrom(place) >= keepTokens);
  if (reached === undefined) return 0;
  const legal = legalCuts(items, boundary);
  const after = places.find((place) => place >= reached && legal[place] === true);
  if (after === undefined && boundary === "user") return cutByRule(measured, keepTokens, "message");
  if (after === undefined)
    return places.findLast((place) => place < reached && legal[place] === true) ?? 0;
  const turn = places.find((place) => {
    const item = items[place];
    return (
      place >= after &&
      legal[place] === true &&
      item !== undefined &&
      isTurnStart(item, items[place - 1])
    );
  });
  if (turn === undefined) return after;
  return keptFrom(after) - keptFrom(turn) <= 0.2 * keepTokens ? turn : after;
}

function agreesWithTheRule(find: typeof findCutPoint): fc.IProperty<unknown> {
  const boundaries = fc.constantFrom<CutBoundary[]>("message", "user", "user-only");
  const sizes = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 9 });
  return fc.property(
    hostileItems,
    sizes,
    fc.nat(1_200),
    boundaries,
    (items, sizes, keep, boundary) => {
      const measured = items.map((item, place) => ({
        item,
        tokens: sizes[place % sizes.length] ?? 0,
      }));
      const found = find(measured, keep, boundary);
      const expected = cutAt(measured, cutByRule(measured, keep, boundary));
      if (JSON.stringify(found) !== JSON.stringify(expected))
        throw new Error(
          `cut: ${JSON.stringify(found)} and by the rule ${JSON.stringify(expected)}`,
        );
    },
  );
}

describe("the search for a cut", () => {
  test("finds the same cut as a check of every position", async () => {
    expect(await failureOf(agreesWithTheRule(findCutPoint), 2_000)).toBeNull();
  });

  test("detects a search that stops where the budget ends", async () => {
    const near: typeof findCutPoint = (measured, keepTokens, boundary) => {
      let kept = 0;
      let start = measured.length;
      while (start > 0 && kept < keepTokens) kept += measured[(start -= 1)]?.tokens ?? 0;
      const { index } = findCutPoint(measured.slice(start), keepTokens, boundary);
      return cutAt(measured, index + start);
    };
    expect(await complaintOf(agreesWithTheRule(near))).toMatch(/^Error: cut: /);
  });

  test("reads no item far before the cut", () => {
    const items = itemsOf(
      ...Array.from({ length: 200 }, (_, number) => [
        user(1),
        call(`c${number}`),
        result(`c${number}`, 1),
      ]).flat(),
    );
    const touched = new Set<number>();
    const measured = items.map((item, place) => ({
      get item(): Item {
        touched.add(place);
        return item;
      },
      tokens: 1,
    }));
    const { index } = findCutPoint(measured, 20, "message");
    expect(index).toBeGreaterThan(570);
    expect(Math.min(...touched)).toBeGreaterThan(540);
  });
});
