/**
 * Runs a Mastra agent of 200 turns in a window of 8,000 tokens, with the model of `withCompaction`.
 *
 * It is text, because Mastra is not installed in the repository.
 */
export const MASTRA_PROGRAM = `import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { withCompaction } from "@cutpoint/adapter-ai-sdk";
import { startProvider } from "@cutpoint/provider-sim";
import { Agent } from "@mastra/core/agent";
import type { MessageListInput } from "@mastra/core/agent/message-list";
import { createTool } from "@mastra/core/tools";
import * as z from "zod";

const windowTokens = 8000;
let turn = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const stock = createTool({
  id: "stock",
  description: "Tells where an item is.",
  inputSchema: z.object({ item: z.string() }),
  execute: async () => "One is on the shelf. ".repeat(20),
});
const openai = createOpenAI({ apiKey: "none", baseURL: provider.url + "/v1" });

async function talk(policy: object): Promise<{ compactions: number; refused: number }> {
  let compactions = 0;
  const model = withCompaction(openai("any"), {
    policy,
    onEvent: ({ type }) => type === "applied" && (compactions += 1),
  });
  const agent = new Agent({
    id: "shop",
    name: "Shop",
    instructions: "Be brief.",
    model: model as never, // the types of Mastra 1.71 accept no model of AI SDK 7
    tools: { stock },
  });
  const streamed = async (input: MessageListInput) => {
    const stream = await agent.stream(input);
    return { text: await stream.text, response: await stream.response };
  };
  const messages: object[] = [];
  const before = provider.requests().length;
  for (turn = 1; turn <= 200; turn += 1) {
    const question = "Is lamp " + turn + " in stock?";
    messages.push({ role: "user", content: turn === 3 ? "The code is BLUE-HERON-42." : question });
    const input = messages as MessageListInput;
    const answer = await (turn % 2 === 0 ? agent.generate(input) : streamed(input));
    assert.equal(answer.text, "It is in stock.");
    messages.push(...(answer.response.messages ?? []));
  }
  const requests = provider.requests().slice(before);
  assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "turn 3 is known");
  return { compactions, refused: requests.filter((each) => each.outcome.type === "refused").length };
}

const known = await talk({ windowTokens });
assert.ok(known.compactions > 0, "the conversation is compacted");
assert.equal(known.refused, 0, "every request fits a window that is known");

// Only a refusal shows that an unknown window is full. The agent does not see it.
const unknown = await talk({});
assert.ok(unknown.compactions > 0 && unknown.refused <= unknown.compactions);
console.log(JSON.stringify({ known, unknown }));
`;
