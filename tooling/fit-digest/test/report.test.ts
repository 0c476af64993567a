import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FEATURE_NAMES } from "../../../packages/extractive/src/terms/reuse.ts";
import { tableSource } from "../src/report.ts";

test("the table contains the features with a weight, and one row for each tree", () => {
  const models = {
    anchors: { weights: [1.234, 0.001, 0.004], trees: [[0, 1.5, -2]] },
    words: { weights: [0, -2, 0], trees: [] },
  };
  const source = tableSource(models, ["one", "two", "three"]);
  expect(source).toContain(" = {\n  one: [1.23, 0],\n  two: [0, -2],\n};");
  expect(source).toContain("[] = [\n  [0, 1.5, -2],\n];");
});

test("the tables were learned with the features in their current order", () => {
  const report = readFileSync(new URL("../report.md", import.meta.url), "utf8");
  const [, weights = ""] = report.split("## Weights");
  const names = [...weights.matchAll(/^\| (\w+) \| -?[\d.]+ \|/gmu)].map(([, name]) => name);
  expect(names).toEqual(FEATURE_NAMES);
});
