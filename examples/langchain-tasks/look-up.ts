import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";

const agent = createAgent({
  model: "openai:gpt-5.4",
  tools: [],
  checkpointer: new MemorySaver(),
  middleware: [createCompactionMiddleware({ trigger: { tokens: 4000 }, recall: true })],
});
const thread = { configurable: { thread_id: "one" } };
for (const question of process.argv.slice(2)) {
  const { messages } = await agent.invoke({ messages: question }, thread);
  console.log(messages.at(-1)?.text);
}
