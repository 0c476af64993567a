import { assistantMessage, userMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";

const store = createJsonlStore({ directory: ".cutpoint/first-steps" });
const summarizer = createExtractiveSummarizer(); // offline; or a model, or a list
const session = await openSession({ store, sessionId: crypto.randomUUID(), summarizer });

for (let turn = 1; turn <= 300; turn += 1) {
  await session.append([userMessage(`Question ${turn}: ${"what about this? ".repeat(20)}`)]);
  const { view, outcome } = await session.fit({ windowTokens: 8_000 }); // compacts if needed
  if (outcome.type === "compacted") console.log(turn, outcome.receipt.tokensAfter, "tokens");
  await session.append([assistantMessage(`${view.messages.length} messages`)]); // your model's answer
}
await session[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
