import { runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { REUSE_TREES } from "../../src/terms/reuse-weights.ts";
import { FEATURE_NAMES, leafOf, reuseProbability, TREE_NODES } from "../../src/terms/reuse.ts";
import { indexTerms } from "../../src/terms/terms.ts";
import { said } from "../support/lines.ts";

test("a tree leads each term to one leaf: left up to the limit, right above", () => {
  const questions = [
    [0, 5],
    [1, 5],
    [2, 5],
    [3, 5],
    [3, 5],
    [3, 5],
    [3, 5],
  ].flat();
  const tree = [...questions, 10, 11, 12, 13, 14, 15, 16, 17];
  const leaf = (first: number, second: number, third: number, last: number): number =>
    leafOf(tree, [first, second, third, last]);
  expect(leaf(5, 5, 9, 5)).toBe(10);
  expect(leaf(5, 5, 9, 6)).toBe(11);
  expect(leaf(5, 6, 1, 5)).toBe(12);
  expect(leaf(5, 6, 1, 6)).toBe(13);
  expect(leaf(6, 1, 5, 5)).toBe(14);
  expect(leaf(6, 1, 5, 6)).toBe(15);
  expect(leaf(6, 1, 6, 5)).toBe(16);
  expect(leaf(6, 1, 6, 6)).toBe(17);
});

test("the trees ask about features that exist", () => {
  expect(REUSE_TREES.length).toBeGreaterThan(0);
  for (const tree of REUSE_TREES) {
    expect(tree).toHaveLength(3 * TREE_NODES + 1);
    for (let node = 0; node < TREE_NODES; node += 1)
      expect(FEATURE_NAMES[tree[2 * node] ?? -1]).toBeDefined();
  }
});

test("a name that the model uses is more likely to be needed than one that a tool printed once", () => {
  const lines = [
    said(0, "result", "printedOnce is one of many names"),
    said(40, "prose", "I change usedName in the next step"),
    said(44, "arguments", "grep usedName"),
  ];
  const index = runAtOnce(indexTerms(lines, { messages: 46 }));
  const probabilityOf = runAtOnce(reuseProbability(index));
  const [used = 0, printed = 0] = ["usedName", "printedOnce"].map((name) => {
    const term = index.terms.find((each) => each.name === name);
    return term === undefined ? -1 : probabilityOf(term);
  });
  expect(printed).toBeGreaterThan(0);
  expect(used).toBeGreaterThan(5 * printed);
  expect(used).toBeLessThan(1);
});
