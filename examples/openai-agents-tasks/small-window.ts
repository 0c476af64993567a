import { createCompactingRunner } from "@cutpoint/adapter-openai-agents";
import { Agent, tool } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import * as z from "zod";

let compactions = 0;
const read = tool({
  name: "read",
  description: "Reads a page of the manual.",
  parameters: z.object({ page: z.number() }),
  execute: ({ page }) => `Page ${page}: ${"one line of the manual, ".repeat(100)}`,
});
const runner = createCompactingRunner({
  provider: new OpenAIProvider(),
  policy: { windowTokens: 8000, prune: {} }, // a window smaller than that of the model
  onEvent: ({ type }) => type === "applied" && (compactions += 1),
});
const agent = new Agent({ name: "reader", model: "gpt-5.4", tools: [read] });
const question = "Read the manual and tell me its last page.";
const { finalOutput, history } = await runner.run(agent, question, { maxTurns: 100 });
console.log(finalOutput);
console.log(`${history.length} items, ${compactions} compactions`);
