import { describe, expect, test } from "vitest";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { testChunks } from "@cutpoint/fit-estimator";
import { budgetGoals, mixedConversations, usedShares } from "../src/tokens/budgets.ts";
import { sizeGoals } from "../src/tokens/size.ts";

describe("the estimator bundled alone", () => {
  test("has at most 4 kB", { tags: ["long"] }, async () => {
    const [size] = await sizeGoals();
    expect(size).toMatchObject({ isReached: true });
  });
});

test("99.5 % of views are inside their budget by exact count", { tags: ["long"] }, async () => {
  await using exact = await createTiktokenEstimator();
  const shares = await usedShares(mixedConversations(testChunks(), 200), [2_000, 8_000], exact);
  expect(shares.length).toBeGreaterThan(390);
  const [, inside] = budgetGoals("generated conversations", shares);
  expect(inside).toMatchObject({ isReached: true });
});
