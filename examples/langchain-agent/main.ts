import assert from "node:assert/strict";
import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { startProvider } from "@cutpoint/provider-sim";
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import * as z from "zod";

const windowTokens = Number(process.argv[2] ?? 8000);
let turn = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const stock = tool(({ item }) => `${item}: ${"one on the shelf, ".repeat(20)}`, {
  name: "stock",
  description: "Tells where an item is.",
  schema: z.object({ item: z.string() }),
});
const agent = createAgent({
  model: new ChatOpenAI({
    model: "any",
    apiKey: "none",
    configuration: { baseURL: `${provider.url}/v1` },
  }),
  tools: [stock],
  checkpointer: new MemorySaver(),
  middleware: [createCompactionMiddleware({ policy: { windowTokens } })], // the one line
});
const thread = { configurable: { thread_id: "one" }, durability: "exit" } as const;
for (turn = 1; turn <= 200; turn += 1) {
  const content = turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Is lamp ${turn} in stock?`;
  await agent.invoke({ messages: [{ role: "user", content }] }, thread);
}
const requests = provider.requests();
const last = requests.at(-1);
const refused = requests.filter(({ outcome }) => outcome.type === "refused");
assert.equal(refused.length, 0, "every request fits the window");
assert.ok((last?.inputTokens ?? Infinity) < windowTokens);
assert.match(JSON.stringify(last?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(`${requests.length} requests, the last of ${last?.inputTokens} tokens knows turn 3`);
