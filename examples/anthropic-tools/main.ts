import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { createCompactionMiddleware } from "@cutpoint/adapter-anthropic";
import { startProvider } from "@cutpoint/provider-sim";

const windowTokens = 8000;
let turn = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const middleware = [createCompactionMiddleware({ policy: { windowTokens } })]; // the one line
const client = new Anthropic({ apiKey: "none", baseURL: provider.url, maxRetries: 0, middleware });
const tools: Anthropic.Tool[] = [{ name: "stock", input_schema: { type: "object" } }];
const messages: Anthropic.MessageParam[] = [];
for (turn = 1; turn <= 200; turn += 1) {
  const content = turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Is lamp ${turn} in stock?`;
  messages.push({ role: "user", content });
  for (;;) {
    const params = { model: "claude-sonnet-4-6", max_tokens: 500, tools, messages };
    const answer = await client.messages.create(params);
    messages.push({ role: "assistant", content: answer.content });
    const call = answer.content.find((block) => block.type === "tool_use");
    if (call === undefined) break;
    const result = `a lamp: ${"one on the shelf, ".repeat(20)}`;
    const block = { type: "tool_result", tool_use_id: call.id, content: result } as const;
    messages.push({ role: "user", content: [block] }); // all stay; only the requests are compacted
  }
}
const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type === "refused");
assert.equal(refused.length, 0, "every request fits the window");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(`${requests.length} requests, the last of ${requests.at(-1)?.inputTokens} tokens`);
