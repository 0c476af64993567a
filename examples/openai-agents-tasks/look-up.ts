import {
  createCompactingRunner,
  createCompactingSession,
  createRecallTool,
} from "@cutpoint/adapter-openai-agents";
import { createMemoryStore } from "@cutpoint/store-memory";
import { Agent } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";

const policy = { trigger: { type: "tokens", tokens: 4000 } } as const;
const session = createCompactingSession({ store: createMemoryStore(), sessionId: "one", policy });
const runner = createCompactingRunner({ provider: new OpenAIProvider(), session });
const tools = [createRecallTool(session)];
const agent = new Agent({ name: "assistant", model: "gpt-5.4", tools });
for (const question of process.argv.slice(2)) {
  const { finalOutput } = await runner.run(agent, question);
  console.log(finalOutput);
}
