import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { createAgent, tool } from "langchain";
import * as z from "zod";

let compactions = 0;
const read = tool(({ page }) => `Page ${page}: ${"one line of the manual, ".repeat(100)}`, {
  name: "read",
  description: "Reads a page of the manual.",
  schema: z.object({ page: z.number() }),
});
const agent = createAgent({
  model: "openai:gpt-5.4",
  tools: [read],
  middleware: [
    createCompactionMiddleware({
      policy: { windowTokens: 8000, prune: {} }, // a window smaller than that of the model
      onEvent: ({ type }) => type === "applied" && (compactions += 1),
    }),
  ],
});
const input = { messages: "Read the manual and tell me its last page." };
const { messages } = await agent.invoke(input, { recursionLimit: 200 });
console.log(messages.at(-1)?.text);
console.log(`${messages.length} messages, ${compactions} compactions`);
