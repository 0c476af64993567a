import { expect, test } from "vitest";
import { shapeProblems } from "../src/shape.ts";
import type { Manifest } from "../src/workspace.ts";
import { samplePackage } from "./sample-package.ts";

test("the samples have the shape", () => {
  expect(
    shapeProblems([
      samplePackage("packages/core"),
      samplePackage("apps/demo"),
      samplePackage("tooling/house"),
      samplePackage("examples/one"),
    ]),
  ).toEqual([]);
});

const wrongManifests: readonly (readonly [field: string, Manifest])[] = [
  ["name", { name: "core" }],
  ["version", { version: "one" }],
  ["private", { private: true }],
  ["description", { description: "no sentence" }],
  ["license", { license: "ISC" }],
  ["type", { type: "commonjs" }],
  ["sideEffects", { sideEffects: true }],
  ["files", { files: ["dist"] }],
  ["engines", { engines: { node: ">=18" } }],
  ["publishConfig", { publishConfig: { access: "public" } }],
  ["scripts.build", { scripts: { build: "tsup" } }],
  ["exports", { exports: {} }],
];

test.each(wrongManifests)("a published package with a wrong %s is told so", (field, manifest) => {
  const problems = shapeProblems([samplePackage("packages/core", { manifest })]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(field === "private" ? "not private" : field);
});

test("conditions stand in one order and for one file, which exists", () => {
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
    shapeProblems([samplePackage("packages/core", { manifest: { exports: { ".": entry } } })]);
  expect(problemsOf(conditions)).toEqual([expect.stringContaining("in that order")]);
  expect(problemsOf(elsewhere)).toEqual([expect.stringContaining("has no file ./src/b.ts")]);
});

test.each([
  "README.md",
  "tsconfig.json",
  "tsconfig.build.json",
  "vitest.config.ts",
  "src/index.ts",
])("%s is missed in a published package", (path) => {
  expect(shapeProblems([samplePackage("packages/prompts", { without: [path] })])).toContain(
    `packages/prompts: ${path} is missing`,
  );
});

test("a package without a test is told so", () => {
  expect(
    shapeProblems([samplePackage("packages/core", { without: ["test/idea.test.ts"] })]),
  ).toEqual(["packages/core: a test in test/ is missing"]);
});

test("what is not published says so", () => {
  const manifest = { private: false };
  expect(shapeProblems([samplePackage("apps/demo", { manifest })])).toHaveLength(1);
});

const wrongSources: readonly (readonly [path: string, text: string, problem: string])[] = [
  ["src/utils.ts", "export {};", "one idea"],
  ["src/helpers/text.ts", "export {};", "one idea"],
  ["src/log/common.ts", "export {};", "one idea"],
  ["test/types.ts", "export {};", "one idea"],
  ["src/a.ts", 'export * from "./idea.ts";', "export *"],
  ["src/a.ts", 'export * as ideas from "./idea.ts";', "export *"],
  ["src/a.ts", "export default 1;", "default"],
  ["src/a.ts", "const a = 1;\nexport { a as default };", "default"],
  ["src/a.ts", "const a = {} as unknown as string;\nexport { a };", "compiler"],
  ["src/a.ts", "// @ts-expect-error\nexport {};", "compiler"],
  ["src/a.ts", "// oxlint-disable-next-line\nexport {};", "linter"],
  ["src/index.ts", "export const a = 1;", "public names"],
  ["src/index.ts", 'import "./idea.ts";', "public names"],
];

test.each(wrongSources)("%s with %j is told so", (path, text, problem) => {
  const problems = shapeProblems([samplePackage("packages/core", { sources: { [path]: text } })]);
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("a version that two packages use belongs in the catalog", () => {
  const use = (folder: string, range: string): ReturnType<typeof samplePackage> =>
    samplePackage(folder, { manifest: { dependencies: { zod: range } } });
  expect(
    shapeProblems([use("packages/core", "catalog:"), use("packages/prompts", "^4.0.0")]),
  ).toEqual(["zod is used by packages/core, packages/prompts: its version belongs in the catalog"]);
  expect(shapeProblems([use("packages/core", "^4.0.0")])).toEqual([]);
});

test("our own packages are asked for by workspace", () => {
  const manifest = { dependencies: { "@cutpoint/core": "^0.1.0" } };
  expect(shapeProblems([samplePackage("packages/prompts", { manifest })])).toEqual([
    "packages/prompts/package.json: @cutpoint/core is ^0.1.0: it should be workspace:^",
  ]);
});
