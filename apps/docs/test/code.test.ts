import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startProvider } from "@cutpoint/provider-sim";
import { expect, test } from "vitest";
import { codeBlocks, DOCS } from "./code-blocks.ts";

const REPOSITORY = join(DOCS, "..");
/** Inside this package, so that programs find its dependencies. */
const SCRATCH = join(import.meta.dirname, "../.cutpoint");

/** Pages whose first program is that of a README, which `tooling/integration` runs. */
const FIRST_PROGRAMS = {
  "start/ai-sdk.md": "adapter-ai-sdk",
  "start/anthropic.md": "adapter-anthropic",
  "start/core.md": "core",
  "start/langchain.md": "adapter-langchain",
  "start/openai.md": "adapter-openai",
  "start/openai-agents.md": "adapter-openai-agents",
  "start/sessions.md": "session",
  "start/strands.md": "adapter-strands",
};

/** Programs that need no provider. */
const OFFLINE = [
  "guides/branches.md",
  "guides/retention.md",
  "guides/rules.md",
  "guides/sub-agents.md",
];

/** Programs whose pages show what they print. */
const PRINTING = codeBlocks().flatMap(({ page, code, printed }) =>
  printed === null ? [] : [{ page, code, printed }],
);

/** Writes the programs into a folder, one file each, and removes it afterwards. */
async function inFolder(
  files: Readonly<Record<string, string>>,
  use: (directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(SCRATCH, { recursive: true });
  const directory = await mkdtemp(join(SCRATCH, "code-"));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

test.each(Object.entries(FIRST_PROGRAMS))(
  "%s begins with the program of %s",
  async (page, name) => {
    const readme = await readFile(join(REPOSITORY, "packages", name, "README.md"), "utf8");
    const [first] = codeBlocks().filter((block) => block.page === page);
    expect(readme).toContain(`\`\`\`ts\n${first?.code}\`\`\``);
  },
);

test.each(OFFLINE)("the program of %s runs", { tags: ["long"] }, async (page) => {
  const [block] = codeBlocks().filter((each) => each.page === page);
  expect(await outputOf(block?.code ?? "")).toMatch(/\S/u);
});

test("the program of index.md runs", async () => {
  const [block] = codeBlocks().filter(({ page }) => page === "index.md");
  expect(await outputOf(block?.code ?? "")).toMatch(/\S/u);
});

test.each(PRINTING)(
  "the program of $page prints what the page shows",
  { tags: ["long"] },
  async ({ code, printed }) => {
    expect(withNumbersOf(printed, await outputOf(code))).toBe(printed);
  },
);

test("the test of questions/test.md passes", { tags: ["long"] }, async () => {
  const [block] = codeBlocks().filter((each) => each.page === "questions/test.md");
  expect(await outputOf(block?.code ?? "")).toMatch(/^ℹ pass 1$/mu);
});

const HOSTS = Object.keys(FIRST_PROGRAMS).filter((page) => !/core|sessions/u.test(page));

test.each(HOSTS)("the second program of %s compacts", { tags: ["long"] }, async (page) => {
  const [, block] = codeBlocks().filter((each) => each.page === page);
  await using provider = await startProvider({ windowTokens: 128_000, script: () => "OK." });
  const environment = {
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: provider.url,
  };
  expect(await outputOf(block?.code ?? "", environment)).toMatch(
    /^(\d+ tokens became \d+\n){2,}$/u,
  );
  expect(provider.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
});

/** Sizes may differ from those on a page by a fifth, since they change with each improvement of the summaries. */
const TOLERANCE = 0.2;

/** Returns an output with the numbers of a page in place of those that are close to them. */
function withNumbersOf(printed: string, output: string): string {
  const expected = (printed.match(/\d+/gu) ?? []).map(Number);
  return output.replaceAll(/\d+/gu, (digits) => {
    const near = expected.shift();
    const isNear = near !== undefined && Math.abs(Number(digits) - near) <= near * TOLERANCE;
    return isNear ? `${near}` : digits;
  });
}

/** Runs a program that prints nothing on stderr. */
async function outputOf(
  code: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  let output = "";
  await inFolder({ "main.ts": code }, async (directory) => {
    const { stderr, stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@cutpoint/source", "main.ts"],
      { cwd: directory, env: { ...process.env, ...environment } },
    );
    expect(stderr).toBe("");
    output = stdout;
  });
  return output;
}
