import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import * as cutpoint from "@cutpoint/adapter-ai-sdk";
import { createStateStorage } from "@cutpoint/host-kit";
import { startProvider } from "@cutpoint/provider-sim";
import { convertToModelMessages, createUIMessageStream, readUIMessageStream } from "ai";
import { generateText, streamText, type UIMessage, wrapLanguageModel } from "ai";

const windowTokens = 4000;
await using provider = await startProvider({ windowTokens, script: () => "It is so. ".repeat(20) });
const openai = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
const stateStorage: cutpoint.CompactionOptions["stateStorage"] = createStateStorage();
const page: UIMessage[] = []; // all of it stays; only the requests are compacted

async function answer(text: string): Promise<void> {
  page.push({ id: `user-${page.length}`, role: "user", parts: [{ type: "text", text }] });
  const messages = await convertToModelMessages(page);
  const stream = createUIMessageStream({
    execute: ({ writer }) => {
      const onEvent = cutpoint.writeCompactionData(writer); // shows compactions in the page
      const options = { policy: { windowTokens }, stateStorage, onEvent };
      const model = cutpoint.withCompaction(openai.chat("any"), options);
      writer.merge(streamText({ model, messages, maxRetries: 0 }).toUIMessageStream());
    },
  });
  let message: UIMessage | undefined;
  for await (message of readUIMessageStream({ stream }));
  const stored = JSON.stringify({ ...message, id: `answer-${page.length}` });
  page.push(JSON.parse(stored) as UIMessage);
}

for (let turn = 1; turn <= 60; turn += 1) await answer(`Is lamp ${turn} in stock?`);
const shown = page.flatMap(({ parts }) => parts.filter(({ type }) => type === "data-compaction"));
assert.ok(shown.length > 0, "the page shows a compaction");
assert.ok(provider.requests().every(({ outcome }) => outcome.type === "answered"));

// The other functions: a middleware, a step of an agent, a tool, and conversion.
const items = await cutpoint.fromUiMessages(page);
assert.deepEqual(cutpoint.toUiMessages(items), page);
const middleware = cutpoint.createCompactionMiddleware();
const model = wrapLanguageModel({ model: openai.chat("any"), middleware });
const recall = cutpoint.createAiSdkRecallTool({ search: async () => [] });
const prepareStep = cutpoint.createPrepareStep();
const messages = cutpoint.toModelMessages(items.slice(-3).map(({ message }) => message));
const { text } = await generateText({ model, messages, tools: { recall }, prepareStep });
console.log(`${shown.length} compactions in ${page.length} messages, then: ${text}`);
