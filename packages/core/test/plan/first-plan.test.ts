import { expect, test } from "vitest";
import { runAtOnce, type Steps } from "../../src/message/steps.ts";
import { firstPlan } from "../../src/plan/first-plan.ts";

test.each([0, 1, 2, 3, 100])("finds the first of %i places, in few steps", (count) => {
  const places = Array.from({ length: count }, (_, index) => index + 10);
  for (const first of [0, ...places, 1_000]) {
    let steps = 0;
    const planOf = function* (place: number): Steps<number | null> {
      steps += 1;
      yield;
      return place >= first ? place : null;
    };
    const found = runAtOnce(firstPlan(places, planOf));
    expect(found).toBe(places.find((place) => place >= first) ?? null);
    expect(steps).toBeLessThanOrEqual(9);
  }
});
