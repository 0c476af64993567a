import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
import * as cutpoint from "@cutpoint/adapter-ai-sdk";
import { startProvider } from "@cutpoint/provider-sim";
import { createSqliteStateStore } from "@cutpoint/store-sqlite";
import { convertToModelMessages, createUIMessageStream, readUIMessageStream } from "ai";
import { generateText, streamText, type UIMessage, wrapLanguageModel } from "ai";

const windowTokens = 4000;
await using provider = await startProvider({ windowTokens, script: () => "It is so. ".repeat(20) });
const openai = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
const folder = await mkdtemp(join(tmpdir(), "chat-"));
const openStates = () => createSqliteStateStore({ file: join(folder, "states.db") });
let states = openStates();
const warnings: string[] = [];
const onWarning = ({ type }: { type: string }): void => void warnings.push(type);
let page: UIMessage[] = []; // all of it stays; only the requests are compacted

async function answer(text: string): Promise<void> {
  page.push({ id: `user-${page.length}`, role: "user", parts: [{ type: "text", text }] });
  const messages = await convertToModelMessages(page);
  const stream = createUIMessageStream({
    execute: ({ writer }) => {
      const onEvent = cutpoint.writeCompactionData(writer); // shows compactions in the page
      const options = {
        policy: { windowTokens },
        states,
        conversationId: "page-1",
        onEvent,
        onWarning,
      };
      const model = cutpoint.withCompaction(openai.chat("any"), options);
      writer.merge(streamText({ model, messages, maxRetries: 0 }).toUIMessageStream());
    },
  });
  let message: UIMessage | undefined;
  for await (message of readUIMessageStream({ stream }));
  const stored = JSON.stringify({ ...message, id: `answer-${page.length}` });
  page.push(JSON.parse(stored) as UIMessage);
}

for (let turn = 1; turn <= 60; turn += 1) {
  await answer(`Is lamp ${turn} in stock? I live in Tidemouth.`);
  if (turn !== 30) continue;
  await states[Symbol.asyncDispose](); // a restart: only what was stored is left
  states = openStates();
  page = JSON.parse(JSON.stringify(page)) as UIMessage[];
}
const shown = page.flatMap(({ parts }) => parts.filter(({ type }) => type === "data-compaction"));
assert.ok(shown.length > 0, "the page shows a compaction");
assert.ok(provider.requests().every(({ outcome }) => outcome.type === "answered"));

assert.deepEqual(warnings, [], "the states are found after the restart");

// Delete the person's states. No file has their words.
const filesWith = async (words: string): Promise<number> => {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return files.filter((file) => file.includes(words)).length;
};
assert.ok((await filesWith("Tidemouth")) > 0);
await states.delete("page-1");
assert.equal(await filesWith("Tidemouth"), 0);
await states[Symbol.asyncDispose]();
await rm(folder, { recursive: true });

// The other functions: a middleware, a step of an agent, a tool, and conversion.
const items = await cutpoint.fromUiMessages(page);
assert.deepEqual(cutpoint.toUiMessages(items), page);
const middleware = cutpoint.createCompactionMiddleware();
const model = wrapLanguageModel({ model: openai.chat("any"), middleware });
const recall = cutpoint.createRecallTool(() => page);
const prepareStep = cutpoint.createPrepareStep();
const messages = cutpoint.toModelMessages(items.slice(-3).map(({ message }) => message));
const { text } = await generateText({ model, messages, tools: { recall }, prepareStep });
console.log(`${shown.length} compactions in ${page.length} messages, then: ${text}`);
