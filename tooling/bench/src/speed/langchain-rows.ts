import { createCompactionMiddleware } from "@cutpoint/adapter-langchain/middleware";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { type AgentMiddleware, createAgent, summarizationMiddleware } from "langchain";
import { messagesOf, ours, SOON_TOKENS, theirs } from "./langchain-middleware.ts";
import { timed } from "../measure.ts";
import { fixedSummarizer } from "./compaction-rows.ts";
import { least, type Row } from "./row.ts";

const NEVER_TOKENS = 100_000_000;

export const langchainRows: readonly Row[] = [
  {
    name: "LangChain: decision on 10,000 live messages",
    unit: "µs",
    goal: 10,
    measure: () => least(5, decision),
  },
  {
    name: "LangChain: decision on 10,000 new objects, times LangChain's",
    unit: "×",
    goal: 5,
    measure: freshDecision,
  },
  {
    name: "LangChain: compaction of 10,000 messages that were looked at before",
    unit: "ms",
    goal: 50,
    measure: compaction,
  },
  {
    name: "LangChain: `invoke` after a compaction of 5,000 messages, times LangChain's",
    unit: "×",
    goal: 1.2,
    measure: invokeAfterCompaction,
  },
];

/** The time of a turn with four new messages, in a new conversation. */
async function decision(): Promise<number> {
  const turns = 40;
  const messages = messagesOf(10_000 + 4 * turns);
  const decide = ours(NEVER_TOKENS);
  let turn = 0;
  const time = await least(turns, () => {
    const said = messages.slice(0, 10_000 + 4 * turn);
    turn += 1;
    return timed(() => decide(said, null));
  });
  return time * 1_000;
}

async function freshDecision(): Promise<number> {
  const own = await least(20, () => {
    const messages = messagesOf(10_000);
    return timed(() => ours(NEVER_TOKENS)(messages, null));
  });
  const their = await least(20, () => {
    const messages = messagesOf(10_000);
    return timed(() => theirs(NEVER_TOKENS)(messages));
  });
  return own / their;
}

async function compaction(): Promise<number> {
  return least(10, async () => {
    const messages = messagesOf(10_000);
    let triggerTokens = NEVER_TOKENS;
    const agent = ours(() => triggerTokens);
    await agent(messages.slice(0, -4), null);
    triggerTokens = SOON_TOKENS;
    return timed(async () => {
      if ((await agent(messages, null)) === null) throw new Error("no compaction ran");
    });
  });
}

async function invokeAfterCompaction(): Promise<number> {
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
  // In turn, since the second of two measurements finds its code compiled and its heap grown.
  let [ownTime, theirTime] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 60; round += 1) {
    ownTime = Math.min(ownTime, await timed(askOwn));
    theirTime = Math.min(theirTime, await timed(askTheir));
  }
  return ownTime / theirTime;
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
