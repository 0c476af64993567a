import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { ROOT } from "./workspace.ts";

/**
 * Runs an agent and a chat history with the oldest and the newest supported LangChain, with Node 22 and 24.
 *
 * Packs the built adapter and installs it into empty projects. Takes some minutes.
 */
const PACKAGES = [
  "core",
  "extractive",
  "host-kit",
  "prompts",
  "session",
  "store-memory",
  "adapter-langchain",
] as const;

/** The versions of `langchain`, `@langchain/core` and `@langchain/langgraph`. */
const SUPPORTED: Readonly<Record<"oldest" | "newest", readonly string[]>> = {
  oldest: ["@langchain/core@1.1.49", "@langchain/langgraph@1.2.0", "langchain@1.2.25"],
  newest: ["@langchain/core@1", "@langchain/langgraph@1", "langchain@1"],
};

const NODES = ["22", "24"] as const;

/** In ms. */
const STEP_TIMEOUT = 180_000;

const PROGRAM = `import assert from "node:assert/strict";
import { CompactingChatMessageHistory, compactChatMessages } from "@cutpoint/adapter-langchain";
import { createCompactionMiddleware, readThreadMessages } from "@cutpoint/adapter-langchain/middleware";
import { createMemoryStore } from "@cutpoint/store-memory";
import { HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";

const policy = { windowTokens: 2_000 };
const words = "what there is to say about it, and then some more. ".repeat(4);
const model = new FakeListChatModel({ responses: ["An answer: " + words] });

const config = { configurable: { thread_id: "one" } };
async function talk(options) {
  const agent = createAgent({
    model,
    tools: [],
    systemPrompt: "You are brief.",
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware({ policy })],
    ...options,
  });
  for (let turn = 0; turn < 30; turn += 1)
    await agent.invoke({ messages: [new HumanMessage("Question " + turn + ": " + words)] }, config);
  const { values } = await agent.graph.getState(config);
  assert.ok(values._cutpoint?.compactedThrough, "a compaction ran");
  return values;
}
const values = await talk({});
assert.equal(values.messages.length, 60, "the thread contains every message");

const threads = new InMemoryStore();
const { messages } = await talk({ store: threads });
assert.ok(messages.length < 60, "compacted messages are in the store");
const all = await readThreadMessages({ store: threads, threadId: "one" }, messages);
assert.equal(all.length, 60, "the thread and the store contain every message");

const store = createMemoryStore();
const history = new CompactingChatMessageHistory({ store, sessionId: "s", policy });
for (let turn = 0; turn < 30; turn += 1) {
  await history.addUserMessage("Question " + turn + ": " + words);
  await history.addAIMessage("An answer: " + words);
}
assert.ok((await history.getMessages()).length < 60, "the view is compacted");
assert.equal((await history.getFullHistory()).length, 60, "the history contains every message");

const trimmed = await compactChatMessages(values.messages, { maxTokens: 1_000 });
assert.ok(trimmed.length < 60, "the trimmer compacts");
console.log("passed");
`;

const place = mkdtempSync(join(tmpdir(), "cutpoint-langchain-"));
try {
  for (const name of PACKAGES)
    await step(`pack ${name}`, `pnpm pack --pack-destination "${place}"`, [ROOT, "packages", name]);
  const tarballs = readdirSync(place)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => join(place, name));
  for (const version of NODES) await install(`node ${version}`, [`node@${version}`]);
  for (const [which, versions] of Object.entries(SUPPORTED)) {
    await install(which, [...tarballs, ...versions]);
    writeFileSync(join(place, which, "program.js"), PROGRAM);
    for (const version of NODES) {
      const node = join(place, `node ${version}`, "node_modules", ".bin", "node");
      await step(`${which}, Node ${version}`, `"${node}" program.js`, [place, which]);
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Installs packages into an empty project. */
async function install(name: string, packages: readonly string[]): Promise<void> {
  const folder = join(place, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const names = packages.map((each) => `"${each}"`).join(" ");
  const line = `npm install --no-audit --no-fund --loglevel=error ${names}`;
  await step(`install ${name}`, line, [folder]);
}

async function step(name: string, line: string, folder: readonly string[]): Promise<void> {
  const result = await runCommand(line, join(...folder), STEP_TIMEOUT);
  const seconds = (result.elapsedMs / 1000).toFixed(1);
  console.log(`${result.ok ? "pass" : "FAIL"}  ${name.padEnd(24)} ${seconds} s`);
  if (!result.ok) throw new Error(`${name} failed:\n${result.output.trimEnd()}`);
}
