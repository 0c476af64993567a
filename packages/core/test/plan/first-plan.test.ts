import { expect, test } from "vitest";
import { firstPlan } from "../../src/plan/first-plan.ts";

test.each([0, 1, 2, 3, 100])("finds the first of %i places, in few steps", (count) => {
  const places = Array.from({ length: count }, (_, index) => index + 10);
  for (const first of [0, ...places, 1_000]) {
    let steps = 0;
    const found = firstPlan(places, (place) => {
      steps += 1;
      return place >= first ? place : null;
    });
    expect(found).toBe(places.find((place) => place >= first) ?? null);
    expect(steps).toBeLessThanOrEqual(9);
  }
});
