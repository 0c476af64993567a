import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adapterCases } from "../../src/adapter-cases.ts";

const guide = new URL("../../../../docs/guides/write-an-adapter.md", import.meta.url);
const lines = readFileSync(guide, "utf8").match(/^Passes: .*$/gm) ?? [];
const patterns = lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, id = ""]) => id));
const ids = adapterCases.map(({ id }) => id);

function isMatch(id: string, pattern: string): boolean {
  return pattern.endsWith("*") ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

test("each case is in one step of the guide", () => {
  const steps = ids.map((id) => [id, patterns.filter((pattern) => isMatch(id, pattern)).length]);
  expect(steps.filter(([, count]) => count !== 1)).toEqual([]);
});

test.each(patterns)("%s in the guide has a case", (pattern) => {
  expect(ids.filter((id) => isMatch(id, pattern))).not.toEqual([]);
});
