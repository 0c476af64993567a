import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startProvider } from "@cutpoint/provider-sim";
import { beforeAll, describe, expect, test } from "vitest";
import { type PageProgram, root, runPrograms } from "./support/page-programs.ts";

/** Pages that show the whole output of their programs. */
const pages = ["README.md", ...globSync("docs/questions/*.md", { cwd: root })].toSorted();

/** Pages whose programs need a provider. */
const starts = globSync("docs/start/*.md", { cwd: root, exclude: ["**/index.md"] }).toSorted();

/** A program, and its output after a line such as "It prints:". */
const PROGRAM =
  /^```ts\n((?:(?!^```).)*?)^```$(?:\n\n[^\n]*prints[^\n]*:\n\n```text\n(.*?)^```$)?/gmsu;

/** An answer of the provider, or compactions. */
const EXPECTED = /^(?:OK\.\n|(?:\d+ \d+ tokens\n)+|(?:\d+ tokens became \d+\n)+)?$/;

type Printing = PageProgram & { readonly output: string | undefined };

describe("the programs of a page", { tags: ["long"] }, () => {
  const programs: Printing[] = [];
  let outputs: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    await using provider = await startProvider({ windowTokens: 128_000 });
    const env = { ANTHROPIC_BASE_URL: provider.url, OPENAI_BASE_URL: `${provider.url}/v1` };
    for (const page of [...pages, ...starts]) programs.push(...(await programsOf(page, env)));
    outputs = await runPrograms(programs.filter(isRun));
  });

  test.each(pages)("print what %s shows", (page) => {
    const shown = programs.filter(
      ({ name, output }) => name.startsWith(page) && output !== undefined,
    );
    expect(shown.length > 0 || page.endsWith("/test.md")).toBe(true);
    for (const { name, output = "" } of shown) {
      const printed = outputs[name] ?? "";
      expect(isAlike(printed, output), printed).toBe(true);
    }
  });

  test.each(starts)("of %s run", (page) => {
    const run = programs.filter(({ name }) => name.startsWith(page));
    expect(run.length).toBeGreaterThan(0);
    for (const { name } of run) expect(outputs[name]).toMatch(EXPECTED);
  });
});

/** Whether two outputs differ at most in numbers, by a tenth: sizes change with the summarizer. */
function isAlike(printed: string, shown: string): boolean {
  const numbers = [...shown.matchAll(/\d+/gu)].map(Number);
  const words = (text: string): string => text.replaceAll(/\d+/gu, "0");
  return (
    words(printed) === words(shown) &&
    [...printed.matchAll(/\d+/gu)].every(([digits], place) => {
      const number = numbers[place] ?? 0;
      return Math.abs(Number(digits) - number) <= number / 10;
    })
  );
}

function isRun({ name, output }: Printing): boolean {
  return output !== undefined || name.startsWith("docs/start/");
}

async function programsOf(page: string, env: PageProgram["env"]): Promise<readonly Printing[]> {
  const text = await readFile(join(root, page), "utf8");
  const packages = ["openai", "openai-agents", "anthropic", "strands", "langchain", "ai-sdk"];
  return Array.from(text.matchAll(PROGRAM), ([, program = "", output], index) => ({
    name: `${page} ${index}`,
    text: program,
    output,
    packages: packages.map((name) => `adapter-${name}`),
    env,
  }));
}
