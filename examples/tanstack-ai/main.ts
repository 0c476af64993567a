import assert from "node:assert/strict";
import { withCompaction } from "@cutpoint/adapter-openai";
import { startProvider } from "@cutpoint/provider-sim";
import { chat, type ChatMiddleware, type ModelMessage, toolDefinition } from "@tanstack/ai";
import { createOpenaiChat } from "@tanstack/ai-openai";

const windowTokens = 8000;
let turn = 0;
let compactions = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const fetch = withCompaction(globalThis.fetch, {
  policy: { windowTokens },
  onEvent: ({ type }) => type === "applied" && (compactions += 1),
});
const baseURL = `${provider.url}/v1`;
const adapter = createOpenaiChat("gpt-5", "none", { baseURL, maxRetries: 0, fetch }); // `fetch` is all that changes
const stock = toolDefinition({
  name: "stock",
  description: "Finds an item.",
  inputSchema: { type: "object", properties: { item: { type: "string" } } },
}).server(() => `a lamp: ${"one on the shelf, ".repeat(20)}`);
let messages: ModelMessage[] = [];
const store: ChatMiddleware = {
  onFinish(context) {
    messages = [...context.messages]; // all stay; only the requests are compacted
  },
};
for (turn = 1; turn <= 200; turn += 1) {
  const content = turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Is lamp ${turn} in stock?`;
  messages.push({ role: "user", content });
  const modelOptions = { store: false };
  for await (const chunk of chat({
    adapter,
    messages,
    modelOptions,
    tools: [stock],
    middleware: [store],
  }))
    assert.notEqual(chunk.type, "RUN_ERROR");
}
const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type === "refused");
assert.equal(refused.length, 0, "every request fits the window");
assert.ok(compactions > 0, "the conversation is compacted");
assert.equal(messages.length, 500, "all messages are kept");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(`${requests.length} requests, the last of ${requests.at(-1)?.inputTokens} tokens`);
