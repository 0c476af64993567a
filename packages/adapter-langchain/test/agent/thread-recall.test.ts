import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { chatModel, filler, provider, wordsOf } from "./rig.ts";

const FACT = "The plum box has the number 4711.";

/** Looks up the box when it is asked for it, and otherwise answers at length. */
async function talk(recall: boolean) {
  const simulated = await provider(100_000, ({ body, messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool") return "Done.";
    const { tools = [] } = body as { readonly tools?: readonly unknown[] };
    return JSON.stringify(last?.parts).includes("Which box?") && tools.length > 0
      ? { type: "answer", calls: [{ name: "recall", arguments: '{"query":"\\"plum box\\""}' }] }
      : "It is on the shelf, beside the others. ".repeat(30);
  });
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [
      createCompactionMiddleware({
        trigger: { messages: 12 },
        keep: { messages: 2 },
        policy: { keepUserTokens: 0 },
        recall,
      }),
    ],
  });
  for (const [thread, fact] of [
    ["other", "The plum box has the number 9999."],
    ["own", FACT],
  ] as const)
    for (const text of [fact, ...[1, 2, 3, 4, 5, 6, 7].map((turn) => filler(turn)), "Which box?"])
      await agent.invoke(
        { messages: [new HumanMessage(text)] },
        { configurable: { thread_id: thread } },
      );
  await simulated[Symbol.asyncDispose]();
  return simulated.requests();
}

test("the tool recall searches the thread of its call, and summaries name it", async () => {
  const requests = await talk(true);
  const asked = wordsOf(requests.at(-2));
  expect(asked).toContain("Use the tool recall to look up what is missing here.");
  const result = JSON.stringify(requests.at(-1)?.messages.at(-1));
  expect(result).toContain("number 4711");
  expect(result).not.toContain("9999");
});

test("without the option there is no tool, and no summary names one", async () => {
  const last = wordsOf((await talk(false)).at(-1));
  expect(last).not.toContain("recall");
  expect(last).toContain("Which box?");
});
