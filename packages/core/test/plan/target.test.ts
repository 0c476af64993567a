import { expect, test } from "vitest";
import { assistantMessage } from "../../src/message/message.ts";
import type { MeasuredItem } from "../../src/plan/cut-point.ts";
import { resolvePolicy } from "../../src/plan/resolve-policy.ts";
import { leastSummaryTokens, targetTokensOf } from "../../src/plan/target.ts";

/** Answers of a size. */
function answers(count: number, tokens: number): readonly MeasuredItem[] {
  return Array.from({ length: count }, (_, place) => ({
    item: { id: `m${place}`, message: assistantMessage("") },
    tokens,
  }));
}

const large = resolvePolicy({}, 200_000);

test("in a large window, a compaction leaves less if each request adds more", () => {
  expect(targetTokensOf(large, answers(80, 100))).toBe(100_000 - 32_000);
  const middle = targetTokensOf(large, answers(80, 1_000));
  expect(middle).toBeGreaterThan(60_000);
  expect(middle).toBeLessThan(65_000);
  expect(targetTokensOf(large, answers(800, 1_000))).toBe(middle);
  expect(targetTokensOf(large, answers(80, 5_000))).toBe(40_000);
});

test("in a small window, a compaction leaves 16 % of it free below the trigger, whatever requests add", () => {
  const small = resolvePolicy({}, 16_000);
  for (const tokens of [100, 5_000])
    expect(targetTokensOf(small, answers(2, tokens))).toBe(small.limitTokens - 2_560);
});

test("a policy may set the target", () => {
  const policy = resolvePolicy({ targetShare: 0.25 }, 200_000);
  expect(targetTokensOf(policy, answers(80, 1_000))).toBe(50_000);
});

test("a model is asked for a summary of 400 tokens and a hint at least, less for a small limit or little to save", () => {
  expect(leastSummaryTokens(100_000, 5_000, 50_000)).toBe(450);
  expect(leastSummaryTokens(4_000, 5_000, 50_000)).toBe(200);
  expect(leastSummaryTokens(100_000, 5_000, 800)).toBe(200);
  expect(leastSummaryTokens(100_000, 449, 800)).toBe(450);
});
