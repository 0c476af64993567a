import type { CompactionState } from "@cutpoint/core";
import { Embeddings } from "@langchain/core/embeddings";
import {
  type AIMessage,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
} from "@langchain/core/messages";
import {
  type BaseCheckpointSaver,
  type BaseStore,
  InMemoryStore,
  MemorySaver,
  MessagesAnnotation,
  REMOVE_ALL_MESSAGES,
  StateGraph,
} from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import {
  createCompactionMiddleware,
  deleteThread,
  readThreadMessages,
} from "../../src/middleware.ts";
import { broken, chatModel, filler, lookUp, provider } from "./rig.ts";

const WINDOW = 2000;
const TURNS = 14;
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
  readonly checkpointer?: BaseCheckpointSaver;
  readonly persist?: "view" | "store" | "replace";
  readonly onWarning?: (warning: { readonly type: string }) => void;
};

const agentAt = (url: string, { onWarning, persist = "store", ...options }: Options) =>
  createAgent({
    model: chatModel("openai-chat", url, { windowTokens: WINDOW }),
    tools: [lookUp],
    middleware: [createCompactionMiddleware({ persist, ...(onWarning && { onWarning }) })],
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

describe("an agent that moves messages to its store", () => {
  test("keeps a short thread, and the store has the compacted messages", async () => {
    await using simulated = await simulate();
    const store = new InMemoryStore({ index: { dims: 1, embeddings: new NoEmbeddings() } });
    const agent = agentAt(simulated.url, { store, checkpointer: new MemorySaver() });
    await talk(agent);
    const { messages, _cutpoint } = await valuesOf(agent);
    expect(messages.length).toBeLessThan(TURNS);
    expect(messages.map(({ id }) => id)).toContain(_cutpoint?.compactedThrough);
    const all = await readThreadMessages({ store, threadId: THREAD_ID }, messages);
    expect(all.missing).toBe(0);
    expectWhole(all.messages);
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
    const { messages: all } = await readThreadMessages({ store, threadId: THREAD_ID }, after);
    expect(all).toHaveLength(4 * (TURNS + 10));
    expectWhole(all.slice(0, 4 * TURNS));
  });

  test("writes nothing to it without a checkpointer", async () => {
    await using simulated = await simulate();
    const store = new InMemoryStore();
    const warnings: string[] = [];
    const onWarning = ({ type }: { readonly type: string }): void => void warnings.push(type);
    const agent = agentAt(simulated.url, { store, onWarning });
    const messages = Array.from({ length: 60 }, (_, turn) => new HumanMessage(filler(turn)));
    const result = await agent.invoke({ messages }, THREAD);
    expect(result.messages).toHaveLength(63);
    await agent.invoke({ messages: "Once more." }, THREAD);
    expect(warnings).toEqual(["store-not-used"]);
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

test("by default, nothing is moved to a store of the agent", async () => {
  await using simulated = await simulate();
  const store = new InMemoryStore();
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [lookUp],
    store,
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware()],
  });
  await talk(agent);
  const { messages, _cutpoint } = await valuesOf(agent);
  expectWhole(messages);
  expect(_cutpoint?.compactedThrough).toEqual(expect.any(String));
  expect(await store.search([])).toEqual([]);
});

test("a store in memory is refused beside durable checkpoints", async () => {
  await using simulated = await simulate();
  const checkpointer = SqliteSaver.fromConnString(":memory:");
  const agent = agentAt(simulated.url, { store: new InMemoryStore(), checkpointer });
  await expect(agent.invoke({ messages: "Hello." }, THREAD)).rejects.toThrow(
    'persist is "store": expected "view"',
  );
  expect(simulated.requests()).toEqual([]);
  const plain = agentAt(simulated.url, {
    store: new InMemoryStore(),
    checkpointer,
    persist: "view",
  });
  await plain.invoke({ messages: "Hello." }, THREAD);
});

describe("a long thread", () => {
  for (const persist of ["view", "store", "replace"] as const)
    test(
      `has all its messages again without the middleware (${persist}), and can be deleted`,
      { tags: persist === "store" ? [] : ["long"] },
      async () => {
        await using simulated = await simulate();
        const [store, checkpointer] = [new InMemoryStore(), new MemorySaver()];
        const agent = agentAt(simulated.url, { store, checkpointer, persist });
        await talk(agent);
        const { messages } = await valuesOf(agent);
        expect(messages.length === 4 * TURNS).toBe(persist === "view");
        const found = await readThreadMessages({ store, threadId: THREAD_ID }, messages);
        const all = found.missing === 0 ? found.messages : await messagesOfCheckpoints(agent);
        const update = { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...all] };
        await agent.graph.updateState(THREAD, { ...update, _cutpoint: null }, "model_request");

        await using large = await provider(100_000, () => "Fine.");
        const plain = createAgent({
          model: chatModel("openai-chat", large.url),
          tools: [lookUp],
          checkpointer,
        });
        const after = await plain.invoke({ messages: "Thanks." }, THREAD);
        expectWhole(after.messages.slice(0, -2));
        expect(large.requests()[0]?.messages).toHaveLength(4 * TURNS + 1);

        const everywhere = async (): Promise<string> =>
          JSON.stringify(
            [checkpointer.storage, checkpointer.writes, await store.search([])],
            (_key, value: unknown) =>
              value instanceof Uint8Array ? Buffer.from(value).toString() : value,
          );
        expect(await everywhere()).toContain(filler(3));
        await deleteThread({ checkpointer, store, threadId: THREAD_ID });
        expect(await everywhere()).toBe("[{},{},[]]");
      },
    );

  /** The messages of all checkpoints, without those that replace others. */
  async function messagesOfCheckpoints(agent: ReturnType<typeof agentAt>) {
    const checkpoints = await Array.fromAsync(agent.graph.getStateHistory(THREAD));
    const all = new Map<string, BaseMessage>();
    for (const { values } of checkpoints.toReversed())
      for (const message of (values as { messages?: BaseMessage[] }).messages ?? [])
        if (message.id !== undefined && !message.id.startsWith("cutpoint-"))
          all.set(message.id, message);
    return [...all.values()];
  }

  test("reports how many messages are missing, and keeps the summary in their place", async () => {
    await using simulated = await simulate();
    const [store, checkpointer] = [new InMemoryStore(), new MemorySaver()];
    const agent = agentAt(simulated.url, { store, checkpointer });
    await talk(agent);
    const { messages } = await valuesOf(agent);
    const lost = await readThreadMessages(
      { store: new InMemoryStore(), threadId: THREAD_ID },
      messages,
    );
    const kept = messages.filter(({ id }) => id?.startsWith("cutpoint-") !== true);
    expect(lost).toEqual({ messages, missing: 4 * TURNS - kept.length });

    const [oldest] = await store.search(["cutpoint"], { limit: 1, offset: 1 });
    await store.delete(oldest?.namespace ?? [], oldest?.key ?? "");
    const partly = await readThreadMessages({ store, threadId: THREAD_ID }, messages);
    expect(partly.missing).toBeGreaterThan(0);
    expect(partly.messages.length + partly.missing).toBe(4 * TURNS);
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
    persist: "store",
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
