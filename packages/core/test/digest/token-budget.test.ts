import { expect, test } from "vitest";
import { createTokenBudget, type TokenBudget, writeWithin } from "../../src/digest/token-budget.ts";
import { runAtOnce, type Steps } from "../../src/message/steps.ts";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";

const estimator = createCharacterEstimator();

test("short lines are counted together, because each count is rounded up", () => {
  const lines = Array.from({ length: 100 }, (_, index) => `- ${index % 10}..`);
  const budget = createTokenBudget(100, estimator);
  const taken = lines.filter((line) => budget.take(line));
  expect(taken.length).toBeGreaterThan(60);
  expect(estimator.estimateText(`${taken.join("\n")}\n`)).toBeLessThanOrEqual(100);
});

test("a text that continues a line pays no line break", () => {
  const budget = createTokenBudget(10, createCharacterEstimator({ charactersPerToken: 1 }));
  expect([budget.take("one"), budget.take(" two", ""), budget.left()]).toEqual([true, true, 2]);
});

test("a line that does not fit costs nothing, and a share takes from the whole", () => {
  const budget = createTokenBudget(10, estimator);
  const share = budget.share(4);
  expect(share.take("twenty characters...")).toBe(false);
  expect([share.left(), budget.left()]).toEqual([4, 10]);
  expect(share.take("fifteen letters")).toBe(true);
  expect([share.left(), budget.left()]).toEqual([0, 6]);
});

test("a text is written within a room of one token, and without room there is none", () => {
  const exact = createCharacterEstimator({ charactersPerToken: 1 });
  const write = function* (budget: TokenBudget): Steps<string> {
    yield;
    return budget.take("a", "") ? "a" : "";
  };
  expect(runAtOnce(writeWithin(1, exact, write))).toBe("a");
  expect(runAtOnce(writeWithin(0, exact, write))).toBe("");
});

test("a text that takes slightly more than its lines is written again, slightly shorter", () => {
  const exact = createCharacterEstimator({ charactersPerToken: 1 });
  const more = {
    ...exact,
    estimateText: (text: string): number => text.length + (text.length >= 1_000 ? 1 : 0),
  };
  const write = function* (budget: TokenBudget): Steps<string> {
    let text = "";
    for (; budget.take("a"); text += "a\n") yield;
    return text;
  };
  const { length } = runAtOnce(writeWithin(1_000, more, write));
  expect(length).toBeGreaterThan(980);
  expect(length).toBeLessThan(1_000);
});
