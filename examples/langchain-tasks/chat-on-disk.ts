import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createAgent } from "langchain";

const agent = createAgent({
  model: "openai:gpt-5.4",
  tools: [],
  checkpointer: SqliteSaver.fromConnString("chat.sqlite"),
  middleware: [createCompactionMiddleware({ trigger: { tokens: 4000 } })],
});
const thread = { configurable: { thread_id: "one" } };
for (const question of process.argv.slice(2)) {
  const { messages } = await agent.invoke({ messages: question }, thread);
  console.log(`${messages.length} messages: ${messages.at(-1)?.text}`);
}
