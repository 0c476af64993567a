import { expect, test } from "vitest";
import { KNOWN_MODELS } from "../src/known-models.ts";

const prices = Object.values(KNOWN_MODELS).flatMap((limits) => limits.prices ?? []);

test("some models cost more above a number of input tokens, others never", () => {
  const stepped = prices.filter(({ above }) => above !== undefined);
  expect(stepped.length).toBeGreaterThan(0);
  expect(stepped.length).toBeLessThan(prices.length);
  for (const { above = [], input } of stepped) {
    expect(above.length).toBeGreaterThan(0);
    for (const step of above) {
      expect(step.inputTokens).toBeGreaterThan(0);
      expect(step.input).toBeGreaterThan(input);
    }
  }
});
