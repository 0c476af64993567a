import { expect, test } from "vitest";
import { shapeProblems } from "../src/shape.ts";
import type { Manifest } from "../src/workspace.ts";
import { samplePackage, sampleRoot } from "./sample-package.ts";

test("the samples have the shape", () => {
  expect(
    shapeProblems(
      [
        samplePackage("packages/core"),
        samplePackage("apps/demo"),
        samplePackage("tooling/house"),
        samplePackage("examples/one"),
      ],
      sampleRoot,
    ),
  ).toEqual([]);
});

const wrongManifests: readonly (readonly [field: string, Manifest])[] = [
  ["files", { files: ["dist"] }],
  ["keywords", { keywords: [] }],
  ["homepage", { homepage: "https://example.com" }],
  ["bugs", { bugs: "https://example.com/bugs" }],
  ["license", { license: "ISC" }],
  ["author", { author: "" }],
  ["repository", { repository: { type: "git", url: "git+https://example.com/cutpoint.git" } }],
  ["publishConfig", { publishConfig: { access: "restricted", provenance: true } }],
  ["engines", { engines: { node: ">=18" } }],
  ["exports", { exports: {} }],
];

test.each(wrongManifests)("a wrong %s in a published package is reported", (field, manifest) => {
  const problems = shapeProblems([samplePackage("packages/core", { manifest })], sampleRoot);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(field);
});

test("conditions have a fixed order and one existing file", () => {
  const conditions = {
    types: "./dist/index.d.ts",
    "@cutpoint/source": "./src/index.ts",
    default: "./dist/index.js",
  };
  const elsewhere = {
    "@cutpoint/source": "./src/b.ts",
    types: "./dist/b.d.ts",
    default: "./dist/b.js",
  };
  const problemsOf = (entry: Record<string, string>): readonly string[] =>
    shapeProblems(
      [samplePackage("packages/core", { manifest: { exports: { ".": entry } } })],
      sampleRoot,
    );
  expect(problemsOf(conditions)).toEqual([expect.stringContaining("in that order")]);
  expect(problemsOf(elsewhere)).toEqual([expect.stringContaining("./src/b.ts does not exist")]);
});

test("Node reads the bundle of a package that has one", () => {
  const scripts = { build: "tsc && node ../../tooling/house/src/bundle-entries.ts" };
  const problems = shapeProblems(
    [samplePackage("packages/core", { manifest: { scripts } })],
    sampleRoot,
  );
  expect(problems).toEqual([expect.stringContaining("types, node, default, in that order")]);
});

const wrongSources: readonly (readonly [path: string, text: string, problem: string])[] = [
  ["src/utils.ts", "export {};", "one idea"],
  ["src/helpers/text.ts", "export {};", "one idea"],
  ["src/log/common.ts", "export {};", "one idea"],
  ["test/types.ts", "export {};", "one idea"],
  ["src/a.ts", 'export * from "./idea.ts";', "export *"],
  ["src/a.ts", 'export * as ideas from "./idea.ts";', "export *"],
  ["src/a.ts", "const a = {} as unknown as string;\nexport { a };", "compiler"],
  ["src/a.ts", "// oxlint-disable-next-line\nexport {};", "linter"],
  ["src/index.ts", "export const a = 1;", "exports only"],
  ["src/index.ts", 'import "./idea.ts";', "exports only"],
];

test.each(wrongSources)("%s with %j is reported", (path, text, problem) => {
  const problems = shapeProblems(
    [samplePackage("packages/core", { sources: { [path]: text } })],
    sampleRoot,
  );
  expect(problems).toEqual([expect.stringContaining(problem)]);
});
