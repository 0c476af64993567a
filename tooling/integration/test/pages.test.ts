import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root, runPrograms } from "./support/page-programs.ts";

/** Pages that show the whole output of their programs. */
const pages = ["README.md", ...globSync("docs/questions/*.md", { cwd: root })].toSorted();

/** A program, a line such as "It prints:", and the output. */
const PRINTED = /^```ts\n((?:(?!^```).)*?)^```\n\n[^\n]*prints[^\n]*:\n\n```text\n(.*?)^```$/gmsu;

describe("the programs of a page", { tags: ["long"] }, () => {
  let outputs: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    const programs = (await Promise.all(pages.map(printedPrograms))).flat();
    outputs = await runPrograms(programs);
  });

  test("are found, except on a page that has a test only", () => {
    expect(Object.keys(outputs).length).toBeGreaterThanOrEqual(pages.length - 1);
  });

  test.each(pages)("print what %s shows", async (page) => {
    for (const { name, output } of await printedPrograms(page)) expect(outputs[name]).toBe(output);
  });
});

async function printedPrograms(page: string) {
  const text = await readFile(join(root, page), "utf8");
  return Array.from(text.matchAll(PRINTED), ([, program = "", output = ""], index) => ({
    name: `${page} ${index}`,
    text: program,
    output,
    packages: ["adapter-ai-sdk", "adapter-langchain"],
    env: {},
  }));
}
