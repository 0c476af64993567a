import assert from "node:assert/strict";
import { withCompaction } from "@cutpoint/adapter-openai-agents";
import { startProvider } from "@cutpoint/provider-sim";
import { Agent, Runner, tool } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI from "openai";
import * as z from "zod";

const windowTokens = 8000;
let pages = 0;
await using provider = await startProvider({
  windowTokens,
  script: () =>
    pages < 12
      ? { type: "answer", calls: [{ name: "read", arguments: `{"page":${(pages += 1)}}` }] }
      : "All twelve pages are read: the code is on page 3.",
});
const read = tool({
  name: "read",
  description: "Reads a page.",
  parameters: z.object({ page: z.number() }),
  execute: async ({ page }) => `Page ${page}. ${"There is a line of text. ".repeat(180)}`,
});
const agent = new Agent({ name: "reader", tools: [read] });
const openAIClient = new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
const runner = new Runner({
  model: "any",
  tracingDisabled: true,
  modelProvider: withCompaction(new OpenAIProvider({ openAIClient })), // the one line
});
const question = "On which of the twelve pages is the code?";
const run = await runner.run(agent, question, { stream: true, maxTurns: 20 });
for await (const piece of run.toTextStream()) process.stdout.write(piece);
await run.completed;
assert.match(String(run.finalOutput), /the code is on page 3/);
assert.equal(pages, 12, "each page is read once");
const refused = provider.requests().filter(({ outcome }) => outcome.type === "refused").length;
assert.ok(refused > 0, "a request was too large and was repeated");
console.log(
  `\n${provider.requests().length} requests, ${refused} of them too large for its ${windowTokens} tokens`,
);
