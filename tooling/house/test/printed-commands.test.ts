import { expect, test } from "vitest";
import { commandProblems } from "../src/printed-commands.ts";

test.each([
  ["README.md", "npx --yes pnpm@12 test"],
  ["README.md", "Run `npx --yes cutpoint inspect FILE`, in a package of the pnpm workspace."],
  ["src/a.ts", "const line = `pnpm pack`;"],
  ["src/a.ts", 'await runs("command", "npx --no cutpoint conformance ./rig.ts");'],
])("%s: %s is fine", (path, line) => {
  expect(commandProblems([[path, `first\n${line}\n`]])).toEqual([]);
});

test.each([
  ["README.md", "npx pnpm@12 test", "npx pnpm@12"],
  ["README.md", "Run `npx cutpoint inspect FILE`.", "npx cutpoint"],
  ["README.md", "Run `pnpm build` first.", "pnpm build"],
  ["README.md", "pnpm build", "pnpm build"],
  [".github/workflows/a.yml", "      - run: npx pkg-pr-new publish", "npx pkg-pr-new"],
  ["src/a.ts", "throw new Error(`missing: run npx @cutpoint/x first`);", "npx @cutpoint/x"],
])("%s: %s is reported", (path, line, command) => {
  expect(commandProblems([[path, `first\n${line}\n`]])).toEqual([
    `${path}:2: "${command}": expected "npx --yes …"`,
  ]);
});
