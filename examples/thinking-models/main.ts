import assert from "node:assert/strict";
import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { startProvider } from "@cutpoint/provider-sim";
import { ChatAnthropic } from "@langchain/anthropic";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";

// Refuses thinking behind other messages than those it was made under, as this model does.
await using provider = await startProvider({
  windowTokens: 8_000,
  script: () => ({ type: "answer", reasoning: "I weigh it. ".repeat(20), text: "It is so." }),
});
let compactions = 0;
const compaction = createCompactionMiddleware({
  policy: { windowTokens: 8_000 },
  onEvent: ({ type }) => void (compactions += type === "applied" ? 1 : 0),
});
const agent = createAgent({
  model: new ChatAnthropic({
    model: "claude-opus-5-5",
    apiKey: "none",
    anthropicApiUrl: provider.url, // leave it out to ask the real model
    thinking: { type: "adaptive" },
    maxTokens: 1_000,
  }),
  checkpointer: new MemorySaver(),
  middleware: [compaction],
});
for (let turn = 1; turn <= 60; turn += 1)
  await agent.invoke(
    { messages: [{ role: "user", content: `${turn}: ${"what about this? ".repeat(30)}` }] },
    { configurable: { thread_id: "one" } },
  );
const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type === "refused");
// Each compaction leaves out the thoughts before it, once; all others are sent again.
const thoughts = requests.map(({ body }) => JSON.stringify(body).split('"signature"').length - 1);
const without = thoughts.filter((sent) => sent === 0).length;
assert.ok(compactions > 1 && refused.length === 0 && without === compactions + 1);
console.log(
  `${compactions} compactions in 8,000 tokens, 0 requests refused, up to ${Math.max(...thoughts)} thoughts sent`,
);
