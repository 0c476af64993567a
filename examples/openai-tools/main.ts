import assert from "node:assert/strict";
import { withCompaction } from "@cutpoint/adapter-openai";
import { startProvider } from "@cutpoint/provider-sim";
import OpenAI from "openai";

const windowTokens = 8000;
let turn = 0;
await using provider = await startProvider({
  windowTokens,
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" || turn % 4 !== 0
      ? "It is in stock."
      : { type: "answer", calls: [{ name: "stock", arguments: '{"item":"a lamp"}' }] },
});
const fetch = withCompaction(globalThis.fetch, { policy: { windowTokens } }); // the one line
const baseURL = `${provider.url}/v1`;
const client = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0, fetch });
const parameters = { type: "object", properties: { item: { type: "string" } } };
const stock = { type: "function", name: "stock", parameters, strict: false } as const;
const input: OpenAI.Responses.ResponseInputItem[] = [];
for (turn = 1; turn <= 200; turn += 1) {
  const content = turn === 3 ? "Remember: the code is BLUE-HERON-42." : `Is lamp ${turn} in stock?`;
  input.push({ role: "user", content });
  for (;;) {
    const params = { model: "gpt-5", store: false, tools: [stock], input };
    const { output } = await client.responses.create(params);
    input.push(...(output as typeof input)); // all stay; only the requests are compacted
    const call = output.find((item) => item.type === "function_call");
    if (call === undefined) break;
    const result = `a lamp: ${"one on the shelf, ".repeat(20)}`;
    input.push({ type: "function_call_output", call_id: call.call_id, output: result });
  }
}
const requests = provider.requests();
const refused = requests.filter(({ outcome }) => outcome.type === "refused");
assert.equal(refused.length, 0, "every request fits the window");
assert.match(JSON.stringify(requests.at(-1)?.messages), /BLUE-HERON-42/, "the model knows turn 3");
console.log(`${requests.length} requests, the last of ${requests.at(-1)?.inputTokens} tokens`);
