import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver } from "@langchain/langgraph";
import { type AgentMiddleware, createAgent, summarizationMiddleware } from "langchain";

const WINDOW_TOKENS = 8_000;
const TURNS = 100;
const LONG = "what there is to say about it, and then some more. ".repeat(8);

/** Measures the state at the end of a thread. Checkpointers write all of it at each step. */
export async function stateRows(): Promise<readonly string[][]> {
  const model = new FakeListChatModel({ responses: [`An answer: ${LONG}`] });
  const options: object = { model, trigger: { tokens: 6_000 }, keep: { tokens: 2_000 } };
  const ours = {
    policy: { windowTokens: WINDOW_TOKENS },
    summarizer: createExtractiveSummarizer(),
  };
  return [
    await row("no middleware", model, []),
    await row("Cutpoint", model, [createCompactionMiddleware(ours)]),
    await row("Cutpoint, with the thread replaced", model, [
      createCompactionMiddleware({ ...ours, persist: "replace" }),
    ]),
    await row("LangChain", model, [summarizationMiddleware(options as never) as AgentMiddleware]),
  ];
}

async function row(
  name: string,
  model: FakeListChatModel,
  middleware: readonly AgentMiddleware[],
): Promise<string[]> {
  const checkpointer = new MemorySaver();
  const agent = createAgent({ model, tools: [], checkpointer, middleware: [...middleware] });
  const config = { configurable: { thread_id: "one" } };
  for (let turn = 0; turn < TURNS; turn += 1)
    await agent.invoke({ messages: [new HumanMessage(`Question ${turn}: ${LONG}`)] }, config);
  const { values } = (await agent.graph.getState(config)) as {
    readonly values: { readonly messages: readonly BaseMessage[]; readonly _cutpoint?: object };
  };
  const [, written] = await checkpointer.serde.dumpsTyped(values);
  const state = values._cutpoint === undefined ? 0 : JSON.stringify(values._cutpoint).length;
  return [name, `${values.messages.length}`, `${written.length}`, `${state}`];
}
