import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import * as cutpoint from "@cutpoint/adapter-ai-sdk";
import { startProvider } from "@cutpoint/provider-sim";
import { generateText, type ModelMessage, tool, ToolLoopAgent } from "ai";
import { type UIMessage, wrapLanguageModel } from "ai";
import * as z from "zod";

const windowTokens = 8000;
let turn = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const stock = tool({
  description: "Tells where an item is.",
  inputSchema: z.object({ item: z.string() }),
  execute: async ({ item }) => `${item}: ${"one on the shelf, ".repeat(20)}`,
});
const openai = createOpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
const model = cutpoint.withCompaction(openai("any"), { policy: { windowTokens } }); // the one line
const agent = new ToolLoopAgent({ model, tools: { stock }, maxRetries: 0 });
type Result = { responseMessages?: ModelMessage[]; response: { messages: ModelMessage[] } };
const messages: ModelMessage[] = [];
for (turn = 1; turn <= 200; turn += 1) {
  const content = turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Is lamp ${turn} in stock?`;
  messages.push({ role: "user", content });
  const result: Result = await agent.generate({ messages });
  const added = result.responseMessages ?? result.response.messages; // AI SDK 7, AI SDK 6
  messages.push(...added); // all of them stay; only the requests are compacted
}
const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type === "refused");
assert.equal(refused.length, 0, "every request fits the window");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(`${requests.length} requests, the last of ${requests.at(-1)?.inputTokens} tokens`);

// The other functions: a middleware, a step of an agent, a tool, and conversion.
const page: UIMessage[] = [{ id: "1", role: "user", parts: [{ type: "text", text: "And now?" }] }];
const items = await cutpoint.fromUiMessages(page);
assert.deepEqual(cutpoint.toUiMessages(items), page);
const { text } = await generateText({
  model: wrapLanguageModel({
    model: openai.chat("any"),
    middleware: cutpoint.createCompactionMiddleware({ policy: { windowTokens } }),
  }),
  messages: cutpoint.toModelMessages(items.map(({ message }) => message)),
  tools: { recall: cutpoint.createRecallTool(() => page) },
  prepareStep: cutpoint.createPrepareStep({ policy: { windowTokens } }),
});
assert.equal(text, "It is in stock.");
