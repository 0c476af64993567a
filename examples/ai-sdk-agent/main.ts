import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { withCompaction } from "@cutpoint/adapter-ai-sdk";
import { startProvider } from "@cutpoint/provider-sim";
import { type ModelMessage, tool, ToolLoopAgent } from "ai";
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
const model = withCompaction(openai("any"), { policy: { windowTokens } }); // the one line
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
