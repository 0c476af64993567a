import assert from "node:assert/strict";
import { createCompactor } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { startProvider } from "@cutpoint/provider-sim";
import {
  type ChatState,
  createChat,
  createChatClient,
  emptyChat,
  withCompaction,
} from "./index.ts";

// Without a framework: the app stores the messages and the state as JSON, and calls `fit` and `recover` itself.
const windowTokens = 8000;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const compactor = createCompactor({ summarizer: createExtractiveSummarizer() });
const client = createChatClient({ url: `${provider.url}/v1` });
let state: ChatState = emptyChat(); // JSON; store it wherever you like
const chat = createChat({
  complete: withCompaction(client, { compactor, windowTokens }),
  storage: { load: async () => state, save: async (changed) => void (state = changed) },
  model: "gpt-5",
  tools: [
    {
      name: "stock",
      description: "Looks up an item in the stock.",
      parameters: { type: "object", properties: { item: { type: "string" } } },
      run: async () => `a lamp: ${"one on the shelf, ".repeat(20)}`,
    },
  ],
});
let compactions = 0;
for (let turn = 1; turn <= 100; turn += 1) {
  const question =
    turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Is lamp ${turn} in stock?`;
  const { receipts } = await chat.ask(question);
  compactions += receipts.length;
}
const requests = provider.requests();
assert.equal(requests.filter(({ outcome }) => outcome.type === "refused").length, 0);
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(
  `${compactions} compactions, the last request has ${requests.at(-1)?.inputTokens} tokens`,
);
