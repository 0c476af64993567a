import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { joinTurnContext } from "@cutpoint/core/kit";
import { startProvider } from "@cutpoint/provider-sim";
import { beforeAll, expect, test } from "vitest";
import { summaryWith } from "../../../packages/prompts/test/support/conversation.ts";

const packages = join(import.meta.dirname, "../../../packages");

const RUNNER = join(import.meta.dirname, "support/run-programs.ts");

const ANSWER = "A place where a conversation may be cut.";

const SUMMARY = joinTurnContext(summaryWith("file 3 exports answer3"), "file 30 is open");

type Program = {
  readonly name: string;
  /** Default: the comments of the program, one per line. */
  readonly prints?: RegExp;
  /** The model's answer to each request. Default: "OK." */
  readonly answer?: string;
};

/** The first program of each README. That of `store-postgres` needs the reader's database. */
const programs: readonly Program[] = [
  { name: "adapter-ai-sdk", prints: new RegExp(`^${ANSWER}\n$`), answer: ANSWER },
  { name: "adapter-anthropic", prints: new RegExp(`^${ANSWER}\n$`), answer: ANSWER },
  { name: "adapter-langchain", prints: new RegExp(`^${ANSWER}\n$`), answer: ANSWER },
  { name: "adapter-openai", prints: new RegExp(`^${ANSWER}\n$`), answer: ANSWER },
  { name: "adapter-openai-agents", prints: new RegExp(`^${ANSWER}\n$`), answer: ANSWER },
  { name: "core", prints: /^(\d+ \d+ tokens\n){3,}$/ },
  { name: "estimator-tiktoken", prints: /^5\n$/ },
  { name: "eval" },
  { name: "extractive", prints: /^200 messages became \d+: \{/ },
  { name: "host-kit", prints: /^\d+ of 99 lines\n$/ },
  { name: "opentelemetry", prints: /^compact extractive compact\n$/ },
  { name: "prompts", prints: /^\d+ tokens became \d+ with gpt-5-mini\n$/, answer: SUMMARY },
  { name: "provider-sim" },
  { name: "readers", prints: /^claude-code 3 messages, 1 compaction\n$/ },
  { name: "session", prints: /^(\d+ \d+ tokens\n){3,}$/ },
  { name: "store-jsonl", prints: /^1\n$/ },
  { name: "store-memory", prints: /^1\n$/ },
  { name: "store-sqlite", prints: /^1 Hello there\n$/ },
];

/** Runs all programs in one process, so that the frameworks are loaded once. */
let outputs: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-readme-"));
  await using servers = new AsyncDisposableStack();
  try {
    const jobs = [];
    for (const { answer = "OK.", name } of programs) {
      const provider = await startProvider({ windowTokens: 400_000, script: () => answer });
      servers.use(provider);
      const own = join(directory, name);
      await linkDependencies(name, join(own, "node_modules"));
      await writeFile(join(own, "package.json"), '{"type":"module"}');
      await writeFile(join(own, "main.ts"), await firstProgram(name));
      const env = { ANTHROPIC_BASE_URL: provider.url, OPENAI_BASE_URL: `${provider.url}/v1` };
      jobs.push({ name, directory: own, env });
    }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@cutpoint/source", RUNNER, JSON.stringify(jobs)],
      {
        env: {
          ...process.env,
          ANTHROPIC_API_KEY: "none",
          OPENAI_API_KEY: "none",
          OPENAI_AGENTS_DISABLE_TRACING: "1",
        },
      },
    );
    outputs = JSON.parse(stdout) as Readonly<Record<string, string>>;
  } finally {
    await rm(directory, { recursive: true });
  }
});

test.each(programs.filter(({ prints }) => prints !== undefined))(
  "the first program of $name prints what its README promises",
  ({ name, prints = /^$/ }) => {
    expect(outputs[name]).toMatch(prints);
  },
);

test.each(programs.filter(({ prints }) => prints === undefined))(
  "the first program of $name prints its comments",
  async ({ name }) => {
    const comments = [...(await firstProgram(name)).matchAll(/\/\/ (.+)$/gmu)];
    expect(outputs[name]).toBe(comments.map(([, line]) => `${line}\n`).join(""));
  },
);

async function firstProgram(name: string): Promise<string> {
  const readme = await readFile(join(packages, name, "README.md"), "utf8");
  const program = /^```ts\n(.*?)^```$/msu.exec(readme)?.[1];
  if (program === undefined) throw new Error(`${name} has no program`);
  return program;
}

/** Links the dependencies of a package, the package itself and its siblings. */
async function linkDependencies(name: string, target: string): Promise<void> {
  const installed = join(packages, name, "node_modules");
  for (const entry of await readdir(installed)) {
    if (entry.startsWith(".") || entry === "@cutpoint") continue;
    if (!entry.startsWith("@")) await link(join(installed, entry), join(target, entry));
    else
      for (const scoped of await readdir(join(installed, entry)))
        await link(join(installed, entry, scoped), join(target, entry, scoped));
  }
  for (const sibling of await readdir(packages))
    await link(join(packages, sibling), join(target, "@cutpoint", sibling));
}

async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await symlink(from, to, "dir");
}
