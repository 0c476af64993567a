import { createCompactingRunner, createCompactingSession } from "@cutpoint/adapter-openai-agents";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { Agent } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";

const policy = { trigger: { type: "tokens", tokens: 4000 } } as const;
await using store = createSqliteStore({ file: "chat.sqlite" });
await using session = createCompactingSession({ store, sessionId: "one", policy });
const runner = createCompactingRunner({ provider: new OpenAIProvider(), session });
const agent = new Agent({ name: "assistant", model: "gpt-5.4" });
for (const question of process.argv.slice(2)) {
  const { finalOutput } = await runner.run(agent, question);
  const items = await session.getAllItems();
  console.log(`${items.length} items: ${finalOutput}`);
}
