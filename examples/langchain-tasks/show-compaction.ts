import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";

const agent = createAgent({
  model: "openai:gpt-5.4",
  tools: [],
  checkpointer: new MemorySaver(),
  middleware: [createCompactionMiddleware({ trigger: { tokens: 4000 } })],
});
const options = { configurable: { thread_id: "one" }, streamMode: "custom" } as const;
type Progress = { type: string; status: string; tokensBefore?: number; tokensAfter?: number };
for (const question of process.argv.slice(2))
  for await (const chunk of await agent.stream({ messages: question }, options)) {
    const { status, tokensAfter, tokensBefore, type } = chunk as Progress;
    const tokens = tokensAfter ?? tokensBefore;
    if (type === "compaction") console.log(tokens ? `${status}: ${tokens} tokens` : status);
  }
