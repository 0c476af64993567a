import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDeclarations } from "../src/declarations.ts";
import { unnamedIn } from "../src/document-names.ts";
import {
  createNameCheck,
  parseVocabulary,
  plannedNames,
  vocabularyProblems,
} from "../src/vocabulary.ts";
import { readWorkspace, ROOT } from "../src/workspace.ts";
import { samplePackage } from "./sample-package.ts";

const rows = parseVocabulary(readFileSync(join(ROOT, "docs", "vocabulary.md"), "utf8"));
const documents = [...new Set(rows.map((row) => row.document))];

describe("docs/vocabulary.md", () => {
  test("every name of ours exists", () => {
    const packages = readWorkspace();
    const exists = createNameCheck(packages, readDeclarations(packages));
    expect(vocabularyProblems(rows, exists)).toEqual([]);
    const planned = plannedNames(rows, exists);
    const there = [...planned].filter(([, isThere]) => isThere).map(([name]) => name);
    console.log(`vocabulary: ${planned.size} names are planned`);
    if (there.length > 0) console.log(`vocabulary: planned no longer: ${there.join(", ")}`);
  });

  test("it tells of five documents", () => {
    expect(documents).toHaveLength(5);
  });

  const folder = process.env["CUTPOINT_DOCUMENTS"];
  test.skipIf(folder === undefined)("every name of the documents is on it", () => {
    for (const document of documents) {
      const path = join(folder ?? "", document);
      expect(existsSync(path), path).toBe(true);
      const theirs = rows.filter((row) => row.document === document).flatMap((row) => row.theirs);
      expect(unnamedIn(readFileSync(path, "utf8"), new Set(theirs)), document).toEqual([]);
    }
  });
  if (folder === undefined)
    console.log("vocabulary: CUTPOINT_DOCUMENTS is not set, so the documents are not read again");
});

describe("what the page is held to", () => {
  const sources = {
    "src/index.ts":
      'export { build } from "./idea.ts";\nexport type { Shape, Part } from "./idea.ts";\n',
    "src/idea.ts": [
      'export function build(): string { return "## Goal"; }',
      "type Link = { readonly id: string };",
      'type Circle = Link & { readonly type: "circle"; readonly size: { readonly radius: number } };',
      'export type Shape = Circle | { readonly type: "square"; readonly parts: readonly Part[] };',
      "export interface Part { readonly name: string; turn(): void }",
      "export type Hidden = { readonly secret: string };",
    ].join("\n"),
  };
  const packages = [samplePackage("packages/core", { sources })];
  const exists = createNameCheck(packages, readDeclarations(packages));

  test.each([
    "core: build",
    "core: Shape",
    "Shape.id",
    "Shape.size.radius",
    "Shape.parts.turn",
    "Part.name",
    'Shape "circle"',
    'Shape "square"',
    'core says "## Goal"',
    "core/idea.ts",
    "@cutpoint/core",
  ])("%s exists", (name) => {
    expect(exists(name)).toBe(true);
  });

  test.each([
    "core: built",
    "core: Hidden",
    "core/schema: build",
    "prompts: build",
    "Shape.name",
    "Shape.size.width",
    "Part.turn.radius",
    "Hidden.secret",
    'Shape "triangle"',
    'Part "circle"',
    'core says "## Aim"',
    "core/ideas.ts",
    "core/plan/",
    "@cutpoint/prompts",
  ])("%s does not", (name) => {
    expect(exists(name)).toBe(false);
  });

  test.each(["build", "build()", "Shape", "core:build", "shape.size"])("%s is no form", (name) => {
    expect(exists(name)).toBeNull();
  });

  const problemsOf = (row: string): readonly string[] =>
    vocabularyProblems(parseVocabulary(`## \`a.md\`\n\n${row}\n`), exists);

  test.each([
    "| `a`, `b \\| c` | `core: build`, planned: `core: later` | |",
    "| `a` | none | It is nowhere. |",
    "| `a` | planned: `core: later` | Later. |",
  ])("%s is right", (row) => {
    expect(problemsOf(row)).toEqual([]);
  });

  test.each([
    ["| `a` | `core: later` | |", "does not exist"],
    ["| `a` | planned: `build` | |", "none of the forms"],
    ["| `a` | `something` | |", "none of the forms"],
    ["| `a` | none | |", "needs a reason"],
    ["| `a` | | |", "a name of ours"],
    ["| `a` | `core: build` | See `core: build`. |", "prose"],
  ])("%s is told: %s", (row, problem) => {
    expect(problemsOf(row)).toEqual([expect.stringContaining(problem)]);
  });
});

test("planned names are told apart from those that are there by now", () => {
  const row = "| `a` | `core: one`, planned: `core: two`, `core: three` | |";
  const rows = parseVocabulary(`## \`a.md\`\n\n${row}\n`);
  const planned = plannedNames(rows, (name) => name === "core: three");
  expect([...planned]).toEqual([
    ["core: two", false],
    ["core: three", true],
  ]);
});

test("a document's names are its code spans and the identifiers of its listings", () => {
  const document =
    "Uses `keep` and `gone()`.\n\n```py\nkept_tokens = len(words)\nlost_name()\n```\n";
  expect(unnamedIn(document, new Set(["keep", "kept_tokens"]))).toEqual(["gone()", "lost_name"]);
});
