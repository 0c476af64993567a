import { createAgentsSummarizer, createCompactingRunner } from "@cutpoint/adapter-openai-agents";
import { Agent, MemorySession } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";

const model = "gpt-5.4-mini";
const provider = new OpenAIProvider();
const runner = createCompactingRunner({
  provider,
  session: new MemorySession(),
  policy: { trigger: { type: "tokens", tokens: 4000 } },
  summarizer: createAgentsSummarizer(provider.getModel(model), { name: model }),
  onEvent(event) {
    if (event.type !== "applied") return;
    const { attempts, tokensAfter, tokensBefore } = event.receipt;
    console.log(`${attempts.at(-1)?.by}: ${tokensBefore} tokens became ${tokensAfter}`);
  },
});
const agent = new Agent({ name: "assistant", model: "gpt-5.4" });
for (const question of process.argv.slice(2)) await runner.run(agent, question);
