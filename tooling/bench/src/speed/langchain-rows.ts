import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { type AgentMiddleware, createAgent, summarizationMiddleware } from "langchain";
import { messagesOf, ours, SOON_TOKENS } from "./langchain-middleware.ts";
import { fixedSummarizer } from "./compaction-rows.ts";
import { conversationOf } from "./conversations.ts";
import { compare, type Measured, type Row, timeOf } from "./row.ts";
import { countWords, textsOf } from "./yardsticks.ts";

const NEVER_TOKENS = 100_000_000;

export const langchainRows: readonly Row[] = [
  {
    name: "LangChain: decision on 10,000 new objects",
    yardstick: "count their words",
    unit: "×",
    goal: 0.53,
    measure: freshDecision,
  },
  {
    name: "LangChain: compaction of 10,000 messages that were looked at before",
    yardstick: "count their words",
    unit: "×",
    goal: 1.5,
    measure: compaction,
  },
  {
    name: "LangChain: `invoke` after a compaction of 5,000 messages",
    yardstick: "LangChain's `invoke`",
    unit: "×",
    goal: 1.2,
    measure: invokeAfterCompaction,
  },
];

function freshDecision(): Promise<Measured> {
  const texts = textsOf(conversationOf(10_000));
  const decide = (): Promise<number> => {
    const messages = messagesOf(10_000);
    return timeOf(() => ours(NEVER_TOKENS)(messages, null));
  };
  return compare(8, decide, () => timeOf(() => countWords(texts)));
}

function compaction(): Promise<Measured> {
  const texts = textsOf(conversationOf(10_000));
  const compact = async (): Promise<number> => {
    const messages = messagesOf(10_000);
    let triggerTokens = NEVER_TOKENS;
    const agent = ours(() => triggerTokens);
    await agent(messages.slice(0, -4), null);
    triggerTokens = SOON_TOKENS;
    return timeOf(async () => {
      if ((await agent(messages, null)) === null) throw new Error("no compaction ran");
    });
  };
  return compare(5, compact, () => timeOf(() => countWords(texts)));
}

async function invokeAfterCompaction(): Promise<Measured> {
  const model = new FakeListChatModel({ responses: ["An answer."] });
  const trigger = { tokens: 100_000 };
  // Both keep the same number of messages: LangGraph copies each of them.
  const keep = { messages: 240 };
  const options: object = { model, trigger, keep };
  const own = createCompactionMiddleware({
    summarizer: fixedSummarizer,
    trigger,
    keep,
    persist: "store",
  });
  const their = summarizationMiddleware(options as never) as AgentMiddleware;
  const [askOwn, askTheir] = [await longThread(model, own), await longThread(model, their)];
  return compare(
    20,
    () => timeOf(askOwn),
    () => timeOf(askTheir),
  );
}

/** Returns a call of an agent whose thread was compacted. */
async function longThread(
  model: FakeListChatModel,
  middleware: AgentMiddleware,
): Promise<() => Promise<unknown>> {
  const checkpointer = new MemorySaver();
  const store = new InMemoryStore();
  const agent = createAgent({ model, tools: [], checkpointer, store, middleware: [middleware] });
  const config = { configurable: { thread_id: "one" } };
  const ask = (messages: BaseMessage[]): Promise<unknown> => agent.invoke({ messages }, config);
  await ask([...messagesOf(5_000), new HumanMessage("Go on.")]);
  return () => ask([new HumanMessage("And now?")]);
}
