import { createCharacterEstimator } from "@cutpoint/core";
import { readingOf, trialsOf } from "@cutpoint/eval";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { expect, test } from "vitest";
import { generatedSession } from "../../../packages/eval/test/support/boats.ts";
import { measureOneCall, measurePolicy } from "../src/measure-policy.ts";
import { policyOf, type Shares, sharesName } from "../src/shares.ts";

const estimator = createCharacterEstimator();
const windowTokens = 2_000;
const [trial] = [...trialsOf(readingOf(generatedSession(1), estimator), estimator, [1])].slice(-1);

async function measured(shares: Shares, isGrowing: boolean) {
  if (trial === undefined) throw new Error("no cut");
  const policy = policyOf(shares, windowTokens);
  const summarizer = createExtractiveSummarizer();
  return measurePolicy({ trial, windowTokens, policy, summarizer, isGrowing, estimator });
}

test("a policy has the shares of its window, and a name", () => {
  const shares = { newest: 5, user: 10, summary: 50 };
  expect(policyOf(shares, 8_000)).toEqual({
    keep: { type: "tokens", tokens: 400 },
    keepUserTokens: 800,
    summaryTokens: 4_000,
  });
  expect(policyOf({ ...shares, prune: true }, 8_000)).toMatchObject({ prune: {} });
  expect(sharesName(shares)).toBe("5 / 10 / 50");
  expect(sharesName({ ...shares, prune: true })).toBe("5 / 10 / 50, pruned");
});

test("a growing conversation is compacted several times, and within its window", async () => {
  const { row, compactions } = await measured({ newest: 10, user: 10, summary: 50 }, true);
  expect(compactions).toBeGreaterThan(3);
  expect(row.error).toBeNull();
  expect(row.violations).toEqual([]);
  expect(row.resultTokens).toBeLessThan(windowTokens);
});

test("a larger summary keeps more of what is needed", async () => {
  const small = await measured({ newest: 10, user: 10, summary: 10 }, false);
  const large = await measured({ newest: 10, user: 10, summary: 50 }, false);
  expect(small.compactions).toBe(1);
  expect(large.row.measures.quality).toBeGreaterThan((small.row.measures.quality ?? 0) + 0.1);
});

test("one call has the size that it is given", async () => {
  if (trial === undefined) throw new Error("no cut");
  const row = await measureOneCall(trial, 1_000, estimator);
  expect(row.error).toBeNull();
  expect(row.resultTokens).toBeLessThanOrEqual(1_000);
  expect(row.resultTokens).toBeGreaterThan(700);
});
