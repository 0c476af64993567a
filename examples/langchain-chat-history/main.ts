import assert from "node:assert/strict";
import { CompactingChatMessageHistory } from "@cutpoint/adapter-langchain";
import { startProvider } from "@cutpoint/provider-sim";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableWithMessageHistory } from "@langchain/core/runnables";
import { ChatOpenAI } from "@langchain/openai";

const windowTokens = 8000;
await using provider = await startProvider({ windowTokens, script: () => "Noted. ".repeat(60) });
await using store = createSqliteStore({ file: "chat.sqlite" });
const history = (sessionId: string): CompactingChatMessageHistory =>
  new CompactingChatMessageHistory({ store, sessionId, policy: { windowTokens } });

const model = new ChatOpenAI({
  model: "any",
  apiKey: "none",
  configuration: { baseURL: `${provider.url}/v1` },
});
const prompt = ChatPromptTemplate.fromMessages([
  ["system", "You take notes."],
  new MessagesPlaceholder("history"),
  ["human", "{input}"],
]);
const chain = new RunnableWithMessageHistory({
  runnable: prompt.pipe(model),
  getMessageHistory: history,
  inputMessagesKey: "input",
  historyMessagesKey: "history",
});
for (let turn = 1; turn <= 200; turn += 1) {
  const input = turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Note number ${turn}.`;
  await chain.invoke({ input }, { configurable: { sessionId: "one" } });
}
const last = provider.requests().at(-1);
const stored = await history("one").getFullHistory();
assert.ok((last?.inputTokens ?? Infinity) < windowTokens);
assert.match(JSON.stringify(last?.messages), /BLUE-HERON-42/, "the model knows turn 3");
assert.equal(stored.length, 400, "the store keeps every message");
console.log(`The last request has ${last?.inputTokens} tokens and knows turn 3`);
