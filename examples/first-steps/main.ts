import { assistantMessage, userMessage } from "@cutpoint/core";
import { openSession } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";

const store = createJsonlStore({ directory: ".cutpoint/first-steps" });
const session = await openSession({ store, sessionId: crypto.randomUUID() });

for (let question = 1; question <= 200; question += 1) {
  await session.append([userMessage(`Question ${question}: ${"what about this? ".repeat(20)}`)]);
  const { view, outcome } = await session.fit({ windowTokens: 8_000 }); // compacts where that is due
  if (outcome.type === "compacted") console.log(question, outcome.receipt.tokensAfter, "tokens");
  await session.append([assistantMessage(`${view.messages.length} messages`)]); // your model's answer
}
await session[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
