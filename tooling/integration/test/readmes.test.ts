import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { joinTurnContext } from "@cutpoint/core/kit";
import { startProvider } from "@cutpoint/provider-sim";
import { beforeAll, expect, test } from "vitest";
import { summaryWith } from "../../../packages/prompts/test/support/conversation.ts";
import { root, runPrograms } from "./support/page-programs.ts";

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
  { name: "adapter-strands", prints: new RegExp(`^${ANSWER}\n$`), answer: ANSWER },
  { name: "core", prints: /^(\d+ \d+ tokens\n){3,}$/ },
  { name: "estimator-tiktoken" },
  { name: "eval" },
  { name: "extractive", prints: /^200 messages became \d+: \{/ },
  { name: "host-kit", prints: /^\d+ of 99 lines\n$/ },
  { name: "models" },
  { name: "opentelemetry", prints: /^compact extractive compact\n$/ },
  { name: "prompts", prints: /^\d+ tokens became \d+ with gpt-5-mini\n$/, answer: SUMMARY },
  { name: "provider-errors" },
  { name: "provider-sim" },
  { name: "readers", prints: /^claude-code 3 messages, 1 compaction\n$/ },
  { name: "redact" },
  { name: "rules" },
  { name: "session", prints: /^(\d+ \d+ tokens\n){3,}$/ },
  { name: "store-jsonl", prints: /^1\n$/ },
  { name: "store-memory", prints: /^1\n$/ },
  { name: "store-sqlite", prints: /^1 Hello there\n$/ },
];

let outputs: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  await using servers = new AsyncDisposableStack();
  const jobs = [];
  for (const { answer = "OK.", name } of programs) {
    const provider = await startProvider({ windowTokens: 400_000, script: () => answer });
    servers.use(provider);
    const env = { ANTHROPIC_BASE_URL: provider.url, OPENAI_BASE_URL: `${provider.url}/v1` };
    jobs.push({ name, text: await firstProgram(name), packages: [name], env });
  }
  outputs = await runPrograms(jobs);
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
    const shown = comments.map(([, line]) => line).join(" ");
    expect(onOneLine(outputs[name] ?? "")).toBe(onOneLine(shown));
  },
);

const readmes = globSync("packages/*/README.md", { cwd: root });

test.each(readmes)("%s installs what its first program imports", async (readme) => {
  const text = await readFile(join(root, readme), "utf8");
  const commands = text.slice(0, text.indexOf("```ts\n")).matchAll(/^npm install (.+)$/gmu);
  const installed = [...commands].flatMap(([, names = ""]) => names.split(" "));
  const [, program = ""] = /^```ts\n(.*?)^```$/msu.exec(text) ?? [];
  const imports = program.matchAll(/ from "((?:@[\w-]+\/)?[\w-]+)[^"]*"/gu);
  const imported = [...imports].map(([, name]) => name).filter((name) => name !== "node");
  expect(installed).toEqual(expect.arrayContaining(imported));
});

/** Node.js breaks long values into lines, and has other quotation marks than the house. */
function onOneLine(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/\s+/gu, " ").trim();
}

async function firstProgram(name: string): Promise<string> {
  const readme = await readFile(join(root, "packages", name, "README.md"), "utf8");
  const program = /^```ts\n(.*?)^```$/msu.exec(readme)?.[1];
  if (program === undefined) throw new Error(`${name} has no program`);
  return program;
}
