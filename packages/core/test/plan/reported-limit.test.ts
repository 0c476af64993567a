import { expect, test } from "vitest";
import { estimateWithinLimit } from "../../src/plan/reported-limit.ts";

const limitOf = (limit: number, asked: number | null) =>
  ({ unit: "tokens", limit, asked }) as const;

test("a quarter of a reported limit is left for the answer, at most 16,384 tokens", () => {
  expect(estimateWithinLimit(limitOf(8_000, 9_000), 9_000)).toBe(6_000);
  expect(estimateWithinLimit(limitOf(200_000, 210_000), 210_000)).toBe(200_000 - 16_384);
});

test("an estimate is as much too low after the refusal as before it, and never too high", () => {
  expect(estimateWithinLimit(limitOf(8_000, 10_000), 5_000)).toBe(3_000);
  expect(estimateWithinLimit(limitOf(8_000, 5_000), 10_000)).toBe(6_000);
  expect(estimateWithinLimit(limitOf(8_000, null), 10_000)).toBe(6_000);
});
