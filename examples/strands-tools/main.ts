import assert from "node:assert/strict";
import { createCompactionMiddleware } from "@cutpoint/adapter-strands";
import { startProvider } from "@cutpoint/provider-sim";
import { Agent, InvokeModelStage, NullConversationManager, tool } from "@strands-agents/sdk";
import { AnthropicModel } from "@strands-agents/sdk/models/anthropic";

const windowTokens = 8000;
let turn = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const model = new AnthropicModel({
  modelId: "claude-sonnet-4-6",
  maxTokens: 500,
  apiKey: "none",
  clientConfig: { baseURL: provider.url, maxRetries: 0 },
});
const stock = tool({
  name: "stock",
  description: "Looks up an item.",
  inputSchema: { type: "object", properties: { item: { type: "string" } } },
  callback: () => `a lamp: ${"one on the shelf, ".repeat(60)}`,
});
const conversationManager = new NullConversationManager();
const agent = new Agent({ model, tools: [stock], conversationManager, printer: false });
agent.addMiddleware(InvokeModelStage, createCompactionMiddleware({ policy: { windowTokens } }));
for (turn = 1; turn <= 60; turn += 1)
  await agent.invoke(
    turn === 3
      ? "Remember: the code is BLUE-HERON-42."
      : `Is lamp ${turn} in stock? ${"Look at each shelf. ".repeat(20)}`,
  );

const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type !== "answered");
assert.equal(refused.length, 0, "every request fits the window");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
assert.equal(agent.messages.filter(({ role }) => role === "user").length, 75); // all stay
console.log(`${requests.length} requests, the last of ${requests.at(-1)?.inputTokens} tokens`);
