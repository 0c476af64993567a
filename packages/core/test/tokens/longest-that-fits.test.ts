import { expect, test } from "vitest";
import { createCharacterEstimator } from "../../src/tokens/character-estimator.ts";
import { longestThatFits } from "../../src/tokens/longest-that-fits.ts";

const estimator = createCharacterEstimator({ charactersPerToken: 4 });

test("a text is shortened to its limit with few attempts, whatever its length", () => {
  for (const length of [1_000, 1_000_000]) {
    const tried: number[] = [];
    const render = (size: number): string => {
      tried.push(size);
      return `[${"x".repeat(size)}]`;
    };
    const text = longestThatFits(render, { length, maxTokens: 100, estimator });
    expect(estimator.estimateText(text)).toBeLessThanOrEqual(100);
    expect(text.length).toBeGreaterThan(350);
    expect(tried.length).toBeLessThan(5);
  }
});

test("a text that fits is rendered once, and one that never fits has at most one character", () => {
  const tried: number[] = [];
  const render = (size: number): string => {
    tried.push(size);
    return "y".repeat(size + 10);
  };
  expect(longestThatFits(render, { length: 30, maxTokens: 10, estimator })).toHaveLength(40);
  expect(tried).toEqual([30]);
  expect(longestThatFits(render, { length: 30, maxTokens: 1, estimator })).toHaveLength(11);
});
