import { expect, test } from "vitest";
import { readTexts, wordingProblems } from "../src/wording.ts";

test("this repository speaks of the project alone", () => {
  expect(wordingProblems(readTexts())).toEqual([]);
});

/** A path from the root, which this file does not hold as it stands. */
function fromRoot(...names: readonly string[]): string {
  return ["", ...names].join("/");
}

test.each([
  `see ${fromRoot("work", "main", "README.md")}`,
  `const path = "${fromRoot("tmp", "log")}";`,
  `cd ${fromRoot("root", "project")}`,
  `(${fromRoot("root", ".npmrc")})`,
  "fetched from registry.npmjs.org",
  "npm warn Unknown user config",
  "measured on transcripts/dev",
  "as notes/style.md tells",
])("%j is out of place", (line) => {
  expect(wordingProblems([["docs/page.md", `first\n${line}\n`]])).toEqual([
    expect.stringMatching(/^docs\/page\.md:2: /),
  ]);
});

test.each([
  "https://example.com/work/main",
  "join(tmpdir(), name)",
  "./tmp/log",
  "/workspace/a",
  "a/tmp/b",
])("%j is not", (line) => {
  expect(wordingProblems([["docs/page.md", line]])).toEqual([]);
});

test("the lock file names the registry by nature", () => {
  expect(wordingProblems([["pnpm-lock.yaml", "registry.npmjs.org"]])).toEqual([]);
});
