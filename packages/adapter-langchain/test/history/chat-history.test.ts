import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Policy, Summarizer } from "@cutpoint/core";
import type { SessionOptions, SessionStore } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { BufferMemory, ConversationSummaryBufferMemory } from "@langchain/classic/memory";
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
} from "@langchain/core/messages";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { RunnableLambda, RunnableWithMessageHistory } from "@langchain/core/runnables";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CompactingChatMessageHistory } from "../../src/history/compacting-chat-message-history.ts";
import { chatModel, filler, provider } from "../agent/rig.ts";

const directory = await mkdtemp(join(tmpdir(), "cutpoint-langchain-"));
beforeEach(async () => rm(join(directory, "log.sqlite"), { force: true }));
afterAll(async () => rm(directory, { recursive: true }));

const policy: Policy = { windowTokens: 2000 };

const textsOf = (messages: readonly BaseMessage[]): string[] => messages.map(({ text }) => text);

/** A model without a provider that answers with the number of messages it received. */
const counting = RunnableLambda.from(
  async (messages: BaseMessage[]) =>
    new AIMessage(`I was sent ${messages.length}. ${"And more. ".repeat(20)}`),
);

describe.each([
  ["memory", async (): Promise<SessionStore> => createMemoryStore()],
  [
    "sqlite",
    async (): Promise<SessionStore> => createSqliteStore({ file: join(directory, "log.sqlite") }),
  ],
])("RunnableWithMessageHistory over the %s store", (_name, openStore) => {
  test.each(["a handle for each turn", "one handle"])(
    "records every turn once, with %s",
    async (mode) => {
      await using store = await openStore();
      const events: Parameters<NonNullable<SessionOptions["onEvent"]>>[0][] = [];
      const fresh = (sessionId: string): CompactingChatMessageHistory =>
        new CompactingChatMessageHistory({
          store,
          sessionId,
          policy,
          onEvent: (event) => events.push(event),
        });
      const one = fresh("s");
      const chain = new RunnableWithMessageHistory({
        runnable: counting,
        getMessageHistory: (sessionId: string) => (mode === "one handle" ? one : fresh(sessionId)),
      });
      for (let turn = 1; turn <= 30; turn += 1)
        await chain.invoke([new HumanMessage(filler(turn))], { configurable: { sessionId: "s" } });

      const full = await fresh("s").getFullHistory();
      expect(textsOf(full).filter((text) => text.startsWith("Question"))).toEqual(
        Array.from({ length: 30 }, (_, index) => filler(index + 1)),
      );
      expect(full).toHaveLength(60);
      const view = await fresh("s").getMessages();
      expect(view.length).toBeLessThan(30);
      expect(events.some(({ type }) => type === "applied")).toBe(true);
      expect(textsOf(view).join()).toContain(filler(30));
    },
  );
});

test("two concurrent turns on one session lose no messages", async () => {
  await using store = createMemoryStore();
  const waiting: (() => void)[] = [];
  const chain = new RunnableWithMessageHistory({
    runnable: RunnableLambda.from(async (messages: BaseMessage[]) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
      return new AIMessage(`To: ${messages.at(-1)?.text}`);
    }),
    getMessageHistory: (sessionId: string) =>
      new CompactingChatMessageHistory({ store, sessionId, policy }),
  });
  const config = { configurable: { sessionId: "s" } };
  await Promise.all([
    chain.invoke([new HumanMessage("left")], config),
    chain.invoke([new HumanMessage("right")], config),
  ]);
  const full = await new CompactingChatMessageHistory({ store, sessionId: "s" }).getFullHistory();
  expect(textsOf(full).toSorted()).toEqual(["To: left", "To: right", "left", "right"]);
});

test("a chain with a prompt, a real model and a stream", async () => {
  await using store = createMemoryStore();
  await using simulated = await provider(2000);
  const model = chatModel("openai-chat", simulated.url, { windowTokens: 2000, streaming: true });
  const history = (sessionId: string): CompactingChatMessageHistory =>
    new CompactingChatMessageHistory({ store, sessionId, model });
  const chain = new RunnableWithMessageHistory({
    runnable: ChatPromptTemplate.fromMessages([
      ["system", "You are brief."],
      new MessagesPlaceholder("history"),
      ["human", "{input}"],
    ]).pipe(model),
    getMessageHistory: history,
    inputMessagesKey: "input",
    historyMessagesKey: "history",
  });
  for (let turn = 1; turn <= 20; turn += 1) {
    const stream = await chain.stream(
      { input: filler(turn) },
      { configurable: { sessionId: "s" } },
    );
    for await (const chunk of stream) expect(chunk).toBeInstanceOf(AIMessageChunk);
  }
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  const full = await history("s").getFullHistory();
  expect(full).toHaveLength(40);
  expect(full.some((message) => AIMessageChunk.isInstance(message))).toBe(false);
  expect((await history("s").getMessages()).length).toBeLessThan(30);
});

test("works in a classic BufferMemory", async () => {
  await using store = createMemoryStore();
  const chatHistory = new CompactingChatMessageHistory({ store, sessionId: "s", policy });
  const memory = new BufferMemory({ chatHistory, returnMessages: true });
  for (let turn = 1; turn <= 30; turn += 1) {
    await memory.loadMemoryVariables({});
    await memory.saveContext({ input: filler(turn) }, { output: `Answer ${turn}` });
  }
  const { history } = (await memory.loadMemoryVariables({})) as { history: BaseMessage[] };
  expect(textsOf(history).at(-1)).toBe("Answer 30");
  expect(history.length).toBeLessThan(40);
  expect(await chatHistory.getFullHistory()).toHaveLength(60);
});

test("maxTokenLimit of ConversationSummaryBufferMemory: both put a summary first", async () => {
  await using store = createMemoryStore();
  const llm = new FakeListChatModel({ responses: ["They talked about lamps."] });
  llm.getNumTokens = async (content) => Math.ceil(content.length / 4);
  const chatHistory = new CompactingChatMessageHistory({
    store,
    sessionId: "s",
    policy: { windowTokens: 1000 },
  });
  for (const memory of [
    new ConversationSummaryBufferMemory({ llm, maxTokenLimit: 1000, returnMessages: true }),
    new BufferMemory({ chatHistory, returnMessages: true }),
  ]) {
    const load = async (): Promise<readonly string[]> => {
      const { history } = (await memory.loadMemoryVariables({})) as { history: BaseMessage[] };
      return textsOf(history);
    };
    const save = async (turn: number): Promise<void> =>
      memory.saveContext({ input: filler(turn) }, { output: `Answer ${turn}` });
    for (let turn = 1; turn < 4; turn += 1) await save(turn);
    expect((await load())[0]).toBe(filler(1));
    for (let turn = 4; turn <= 30; turn += 1) await save(turn);
    expect((await load())[0]).not.toBe(filler(1));
    expect((await load()).at(-1)).toBe("Answer 30");
  }
  expect(await chatHistory.getFullHistory()).toHaveLength(60);
});

test("getMessages returns copies of the same view until a message is added", async () => {
  await using store = createMemoryStore();
  const history = new CompactingChatMessageHistory({ store, sessionId: "s", policy });
  await history.addUserMessage("one");
  const first = await history.getMessages();
  first.push(new HumanMessage("two"));
  (first[0] as HumanMessage).content = "changed";
  await new CompactingChatMessageHistory({ store, sessionId: "s" }).addAIMessage("by another");
  expect(textsOf(await history.getMessages())).toEqual(["one"]);
  await history.addUserMessage("three");
  expect(textsOf(await history.getMessages())).toEqual(["one", "by another", "three"]);
});

test("a compaction between two reads changes the view only after a message is added", async () => {
  await using store = createMemoryStore();
  const history = new CompactingChatMessageHistory({ store, sessionId: "s" });
  for (let turn = 1; turn <= 30; turn += 1)
    await history.addMessages([new HumanMessage(filler(turn)), new AIMessage(`Answer ${turn}`)]);
  const first = textsOf(await history.getMessages());
  const { outcome } = await (await history.session()).compact({ windowTokens: 1000 });
  expect(outcome.type).toBe("compacted");
  expect(textsOf(await history.getMessages())).toEqual(first);
  await history.addUserMessage("And now?");
  expect((await history.getMessages()).length).toBeLessThan(first.length);
});

test("clear deletes all messages, and the history stays usable", async () => {
  await using store = createMemoryStore();
  const history = new CompactingChatMessageHistory({ store, sessionId: "s", policy });
  await history.addMessages([new HumanMessage("one"), new AIMessage("two")]);
  await history.clear();
  expect(await history.getMessages()).toEqual([]);
  expect(await history.getFullHistory()).toEqual([]);
  await history.addUserMessage("three");
  expect(textsOf(await history.getFullHistory())).toEqual(["three"]);
});

test("concurrent calls of addMessage keep their order", async () => {
  await using store = createMemoryStore();
  const history = new CompactingChatMessageHistory({ store, sessionId: "s" });
  const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
  await Promise.all(texts.map(async (text) => history.addUserMessage(text)));
  expect(textsOf(await history.getFullHistory())).toEqual(texts);
});

const broken: Summarizer = {
  name: "broken",
  summarize: async () => Promise.reject(new Error("429")),
};

test("a failed summary leaves the view unchanged and is reported", async () => {
  await using store = createMemoryStore();
  const events: Parameters<NonNullable<SessionOptions["onEvent"]>>[0][] = [];
  const history = new CompactingChatMessageHistory({
    store,
    sessionId: "s",
    policy,
    summarizer: () => broken,
    onEvent: (event) => events.push(event),
  });
  for (let turn = 1; turn <= 30; turn += 1)
    await history.addMessages([new HumanMessage(filler(turn)), new AIMessage(`Answer ${turn}`)]);
  expect(await history.getMessages()).toHaveLength(60);
  expect(events.some(({ type }) => type === "failed")).toBe(true);
});

test("a store that cannot be read rejects instead of returning no messages", async () => {
  const store = createMemoryStore();
  const history = new CompactingChatMessageHistory({ store, sessionId: "s" });
  await store[Symbol.asyncDispose]();
  await expect(history.getMessages()).rejects.toThrow(/the store is closed/);
  await expect(history.addUserMessage("x")).rejects.toThrow(/the store is closed/);
});
