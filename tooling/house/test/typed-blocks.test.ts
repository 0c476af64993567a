import { expect, test } from "vitest";
import { typedBlocks } from "../src/typed-blocks.ts";

const FENCE = "```";
const page = (...lines: string[]): string => lines.join("\n");

test("a block with imports begins a module, and keeps the numbers of its lines", () => {
  const text = page("# Title", `${FENCE}ts`, 'import { a } from "a";', "a();", FENCE);
  expect(typedBlocks(text)).toEqual([
    page("", "export {};", 'import { a } from "a";', "a();", "", ""),
  ]);
});

test("a block without imports continues the one before, in an inner scope", () => {
  const text = page(
    `${FENCE}ts`,
    'import { a } from "a";',
    FENCE,
    `${FENCE}ts fragment`,
    "const b = a();",
    FENCE,
    `${FENCE}sh`,
    "ls",
    FENCE,
  );
  expect(typedBlocks(text)).toEqual([
    page("export {};", 'import { a } from "a";', "", "{", "const b = a();", "}", ""),
  ]);
});

test.each([
  [page('<!-- ts: import type { A } from "a"; -->'), [' import type { A } from "a"; ']],
  [
    page("<!-- ts", 'import type { A } from "a";', "declare const a: A;", "-->"),
    ["", 'import type { A } from "a";', "declare const a: A;", ""],
  ],
])("a hidden comment begins a module: %s", (comment, hidden) => {
  const text = page(comment, "", `${FENCE}ts`, "a;", FENCE);
  expect(typedBlocks(text)).toEqual([page(...hidden, "", "export {};", "a;", "", "")]);
});
