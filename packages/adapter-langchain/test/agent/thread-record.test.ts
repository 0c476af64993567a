import type { CompactionState } from "@cutpoint/core";
import { Embeddings } from "@langchain/core/embeddings";
import { type AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import {
  type BaseStore,
  InMemoryStore,
  MemorySaver,
  MessagesAnnotation,
  StateGraph,
} from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import { createCompactionMiddleware, readThreadMessages } from "../../src/middleware.ts";
import { broken, chatModel, filler, lookUp, provider } from "./rig.ts";

const WINDOW = 2000;
const TURNS = 25;
const THREAD_ID = "user:1.5 / ü";
const THREAD = { configurable: { thread_id: THREAD_ID } };

/** Looks something up in each turn. */
const simulate = () =>
  provider(WINDOW, ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? "Done."
      : { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] },
  );

type Options = {
  readonly store?: BaseStore;
  readonly checkpointer?: MemorySaver;
  readonly recall?: boolean;
};

const agentAt = (url: string, { recall = false, ...options }: Options) =>
  createAgent({
    model: chatModel("openai-chat", url, { windowTokens: WINDOW }),
    tools: [lookUp],
    middleware: [createCompactionMiddleware({ recall })],
    ...options,
  });

async function valuesOf(agent: unknown) {
  type Values = {
    readonly messages: readonly BaseMessage[];
    readonly _cutpoint?: CompactionState | null;
  };
  type Graph = { getState(config: object): Promise<{ readonly values: Values }> };
  return (await (agent as { readonly graph: Graph }).graph.getState(THREAD)).values;
}

async function talk(agent: ReturnType<typeof agentAt>, turns = TURNS): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const message = new HumanMessage({ content: filler(turn), id: `question-${turn}` });
    await agent.invoke({ messages: [message] }, THREAD);
  }
}

/** Every turn has a question, a call, a result and an answer. */
function expectWhole(messages: readonly BaseMessage[]): void {
  expect(messages).toHaveLength(4 * TURNS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [question, call, result, answer] = messages.slice(4 * turn);
    expect(question).toMatchObject({ id: `question-${turn}`, content: filler(turn) });
    expect((call as AIMessage).tool_calls?.[0]?.name).toBe("look_up");
    expect(result?.text).toContain("found it here");
    expect(answer?.text).toBe("Done.");
  }
}

class NoEmbeddings extends Embeddings {
  constructor() {
    super({});
  }
  override embedDocuments(): Promise<number[][]> {
    return Promise.reject(new Error("messages must not be embedded"));
  }
  override embedQuery(): Promise<number[]> {
    return Promise.reject(new Error("messages must not be embedded"));
  }
}

describe("an agent with a store", () => {
  test("keeps a short thread, and the store has the compacted messages", async () => {
    await using simulated = await simulate();
    const store = new InMemoryStore({ index: { dims: 1, embeddings: new NoEmbeddings() } });
    const agent = agentAt(simulated.url, { store, checkpointer: new MemorySaver() });
    await talk(agent);
    const { messages, _cutpoint } = await valuesOf(agent);
    expect(messages.length).toBeLessThan(TURNS);
    expect(messages.map(({ id }) => id)).toContain(_cutpoint?.compactedThrough);
    expectWhole(await readThreadMessages({ store, threadId: THREAD_ID }, messages));
    const found = await store.search(["cutpoint"], { limit: 1000 });
    expect(found.length).toBeGreaterThan(2);
    expect(broken(simulated)).toEqual([]);
    expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  });

  test("keeps its messages in the thread while the store fails, and moves them later", async () => {
    await using simulated = await simulate();
    const store = new InMemoryStore();
    const works = store.put.bind(store);
    let isDown = true;
    store.put = async (...entry) => {
      if (isDown) throw new Error("the store is down");
      return works(...entry);
    };
    const agent = agentAt(simulated.url, { store, checkpointer: new MemorySaver() });
    await talk(agent);
    const { messages, _cutpoint } = await valuesOf(agent);
    expectWhole(messages);
    expect(_cutpoint?.compactedThrough).toEqual(expect.any(String));
    isDown = false;
    for (let turn = 0; turn < 10; turn += 1)
      await agent.invoke({ messages: [new HumanMessage(filler(turn))] }, THREAD);
    const after = (await valuesOf(agent)).messages;
    expect(after.length).toBeLessThan(TURNS);
    const all = await readThreadMessages({ store, threadId: THREAD_ID }, after);
    expect(all).toHaveLength(4 * (TURNS + 10));
    expectWhole(all.slice(0, 4 * TURNS));
  });

  test("writes nothing to it without a checkpointer", async () => {
    await using simulated = await simulate();
    const store = new InMemoryStore();
    const agent = agentAt(simulated.url, { store });
    const messages = Array.from({ length: 60 }, (_, turn) => new HumanMessage(filler(turn)));
    const result = await agent.invoke({ messages }, THREAD);
    expect(result.messages).toHaveLength(63);
    expect(await store.search([])).toEqual([]);
  });

  test("writes nothing to it as a node of another graph", async () => {
    await using simulated = await simulate();
    const store = new InMemoryStore();
    const { graph } = agentAt(simulated.url, {});
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("agent", graph as never)
      .addEdge("__start__", "agent")
      .compile({ store, checkpointer: new MemorySaver() });
    const messages = Array.from({ length: 60 }, (_, turn) => new HumanMessage(filler(turn)));
    const result = await outer.invoke({ messages }, THREAD);
    expect(result.messages).toHaveLength(63);
    expect(await store.search([])).toEqual([]);
  });
});

test("the tool recall finds messages that were moved to the store", async () => {
  const fact = "The plum box has the number 4711.";
  await using simulated = await provider(100_000, ({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool") return "Done.";
    return JSON.stringify(last?.parts).includes("Which box?")
      ? { type: "answer", calls: [{ name: "recall", arguments: '{"query":"\\"plum box\\""}' }] }
      : "It is on the shelf. ".repeat(60);
  });
  const middleware = createCompactionMiddleware({
    trigger: { messages: 12 },
    keep: { messages: 2 },
    policy: { keepUserTokens: 0 },
    recall: true,
  });
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url),
    tools: [],
    store: new InMemoryStore(),
    checkpointer: new MemorySaver(),
    middleware: [middleware],
  });
  for (const text of [fact, ...[1, 2, 3, 4, 5, 6, 7].map((turn) => filler(turn)), "Which box?"])
    await agent.invoke({ messages: [new HumanMessage(text)] }, THREAD);
  const { messages } = await valuesOf(agent);
  expect(messages.map(({ text }) => text)).not.toContain(fact);
  expect(JSON.stringify(simulated.requests().at(-1)?.messages.at(-1))).toContain("number 4711");
});
