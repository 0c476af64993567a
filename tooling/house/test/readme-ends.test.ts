import { expect, test } from "vitest";
import { readmeProblems } from "../src/readme-ends.ts";

const ends = `## What the model sees

A summary.

## Tokens

A few.

## Prompt cache

It stays.

## Limits

- None.
`;
const readme = `# A package\n\n## Options\n\nNone.\n\n${ends}`;

function problemsOf(text: string, path = "packages/adapter-new/README.md"): readonly string[] {
  return readmeProblems([[path, text]]);
}

test("a README that ends with its effect on a request is right", () => {
  expect(problemsOf(readme)).toEqual([]);
  expect(problemsOf(`${readme}\n## Migrating from others\n\nA table.\n`)).toEqual([]);
});

test.each([
  ["a missing section", readme.replace("## Tokens\n\nA few.\n\n", "")],
  [
    "another order",
    readme.replace("## Tokens", "## Prompt").replace("## Prompt cache", "## Tokens"),
  ],
  ["an empty section", readme.replace("A few.\n\n", "")],
  ["a section after them", `${readme}\n## Entries\n\nTwo.\n`],
  ["sections in a block of code", `# A package\n\n\`\`\`text\n${ends}\`\`\`\n`],
])("%s is reported", (_, text) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining("packages/adapter-new/README.md")]);
});

test("only packages that change a request need these sections", () => {
  expect(problemsOf("# Core", "packages/core/README.md")).toHaveLength(1);
  expect(problemsOf("# Redact", "packages/redact/README.md")).toEqual([]);
  expect(problemsOf("# Guide", "docs/guides/branches.md")).toEqual([]);
});
