import {
  createCompactingRunner,
  createCompactingSession,
  watchRuns,
} from "@cutpoint/adapter-openai-agents";
import { createMemoryStore } from "@cutpoint/store-memory";
import { Agent } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";

const policy = { trigger: { type: "tokens", tokens: 4000 } } as const;
const session = createCompactingSession({ store: createMemoryStore(), sessionId: "one", policy });
const runner = createCompactingRunner({ provider: new OpenAIProvider(), session });
watchRuns(runner, (report) => {
  if (report.type !== "compaction") return;
  const { event } = report;
  if (event.type === "started") console.log(`started: ${event.tokensBefore} tokens`);
  if (event.type === "applied") console.log(`applied: ${event.receipt.tokensAfter} tokens`);
});
const agent = new Agent({ name: "assistant", model: "gpt-5.4" });
for (const question of process.argv.slice(2)) await runner.run(agent, question);
