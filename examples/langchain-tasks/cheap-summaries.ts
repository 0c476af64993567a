import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";

const agent = createAgent({
  model: "openai:gpt-5.4",
  tools: [],
  checkpointer: new MemorySaver(),
  middleware: [
    createCompactionMiddleware({
      model: "openai:gpt-5.4-mini",
      trigger: { tokens: 4000 },
      onEvent(event) {
        if (event.type !== "applied") return;
        const { attempts, tokensAfter, tokensBefore } = event.receipt;
        console.log(`${attempts.at(-1)?.by}: ${tokensBefore} tokens became ${tokensAfter}`);
      },
    }),
  ],
});
const thread = { configurable: { thread_id: "one" } };
for (const question of process.argv.slice(2)) await agent.invoke({ messages: question }, thread);
