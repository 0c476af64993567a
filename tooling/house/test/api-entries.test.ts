import { expect, test } from "vitest";
import { apiEntries, reportFile } from "../src/api-entries.ts";
import { readWorkspace } from "../src/workspace.ts";
import { samplePackage } from "./sample-package.ts";

const conditions = (name: string): Record<string, string> => ({
  "@cutpoint/source": `./src/${name}.ts`,
  types: `./dist/${name}.d.ts`,
  default: `./dist/${name}.js`,
});

test("each entry of a published package has a report of its own", () => {
  const exports = { ".": conditions("index"), "./deep/part": conditions("part") };
  const packages = [
    samplePackage("packages/core", { manifest: { exports } }),
    samplePackage("tooling/house", { manifest: { exports } }),
  ];
  const entries = apiEntries(packages);
  expect(entries.map(reportFile)).toEqual(["core.api.md", "core-deep-part.api.md"]);
  expect(entries.map(({ declarations }) => declarations)).toEqual([
    "packages/core/dist/index.d.ts",
    "packages/core/dist/part.d.ts",
  ]);
});

test("no two entries of this repository share a report", () => {
  const names = apiEntries(readWorkspace()).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
