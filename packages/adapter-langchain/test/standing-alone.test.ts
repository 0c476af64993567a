import {
  type CompactionEvent,
  type CompactionState,
  createEstimator,
  CutpointError,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { openSession } from "@cutpoint/session";
import { createMemoryStore } from "@cutpoint/store-memory";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
} from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { Annotation, MemorySaver, MessagesAnnotation } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { countTokensApproximately } from "langchain";
import { describe, expect, test } from "vitest";
import { summaryRequest } from "../../../tooling/laws/src/generate/summary-request.ts";
import { createLangChainSummarizer } from "../src/summarizer.ts";
import { compactChatMessages, createMessageCompactor } from "../src/compact-chat-messages.ts";
import { createCounterEstimator } from "../src/counter-estimator.ts";
import { fromLangChainMessage } from "../src/message/convert.ts";
import { createPreModelHook } from "../src/pre-model-hook.ts";
import { createRecallTool } from "../src/recall-tool.ts";
import { filler, SUMMARY } from "./agent/rig.ts";
import { ScriptedModel } from "./agent/scripted-model.ts";

const talk = (turns: number): BaseMessage[] =>
  Array.from({ length: turns }, (_, turn) => [
    new HumanMessage({ content: filler(turn), id: `h${turn}` }),
    new AIMessage({
      content: "",
      id: `a${turn}`,
      tool_calls: [{ id: `c${turn}`, name: "read", args: { turn } }],
    }),
    new ToolMessage({ content: "found ".repeat(30), tool_call_id: `c${turn}`, id: `r${turn}` }),
    new AIMessage({ content: `Answer ${turn}`, id: `b${turn}` }),
  ]).flat();

describe("compactChatMessages", () => {
  test("keeps within the budget, the pairs whole and the newest objects the same", async () => {
    const messages = [new SystemMessage("Be brief."), ...talk(40)];
    const compacted = await compactChatMessages(messages, { maxTokens: 2000 });
    expect(compacted[0]?.text).toBe("Be brief.");
    expect(compacted.at(-1)).toBe(messages.at(-1));
    expect(compacted.length).toBeLessThan(messages.length);
    const results = compacted.filter((message) => message.getType() === "tool");
    const calls = compacted.flatMap((message) => (message as AIMessage).tool_calls ?? []);
    expect(results.map((result) => (result as ToolMessage).tool_call_id)).toEqual(
      calls.map(({ id }) => id),
    );
    expect(compacted.map(({ text }) => text).join()).toContain(filler(39));
  });

  test("keeps calls with their results, which trimMessages does not", async () => {
    const messages = talk(10);
    const trimmed = await trimMessages(messages, {
      maxTokens: 2,
      tokenCounter: (all) => all.length,
      strategy: "last",
    });
    expect(trimmed[0]?.getType()).toBe("tool");
    const [first] = await compactChatMessages(messages, { maxTokens: 700 });
    expect(first?.getType()).toBe("human");
  });

  test("returns a conversation that fits unchanged", async () => {
    const messages = talk(3);
    expect(await compactChatMessages(messages, { maxTokens: 100_000 })).toEqual(messages);
  });

  test("reports a result that is missing", async () => {
    const warnings: unknown[] = [];
    const messages = talk(3).filter(({ id }) => id !== "r1");
    await compactChatMessages(messages, {
      maxTokens: 100_000,
      onWarning: (warning) => void warnings.push(warning),
    });
    expect(warnings).toMatchObject([{ type: "missing-result" }]);
  });

  test("is a step of a chain", async () => {
    const count = RunnableLambda.from((messages: BaseMessage[]) => messages.length);
    const chain = createMessageCompactor({ maxTokens: 2000 }).pipe(count);
    expect(await chain.invoke(talk(40))).toBeLessThan(60);
  });

  test("rejects if the budget is too small", async () => {
    await expect(
      compactChatMessages([new HumanMessage("word ".repeat(900))], { maxTokens: 50 }),
    ).rejects.toThrow(/expected at most 50/);
  });
});

test("a preModelHook keeps createReactAgent within its window", async () => {
  const model = new ScriptedModel({ windowTokens: 2000 });
  const state = Annotation.Root({
    ...MessagesAnnotation.spec,
    cutpoint: Annotation<CompactionState | null>(),
  });
  const agent = createReactAgent({
    llm: model,
    tools: [],
    stateSchema: state as never,
    preModelHook: createPreModelHook({ model }) as never,
    checkpointer: new MemorySaver(),
  });
  const thread = { configurable: { thread_id: "one" } };
  for (let turn = 0; turn < 30; turn += 1)
    await agent.invoke({ messages: [new HumanMessage(filler(turn))] } as never, thread);
  const { messages, cutpoint } = (await agent.getState(thread)).values as {
    messages: BaseMessage[];
    cutpoint: CompactionState;
  };
  expect(messages).toHaveLength(60);
  expect(cutpoint.compactedThrough).not.toBeNull();
  expect(Math.max(...model.sent.map((sent) => sent.length))).toBeLessThan(50);
  expect(model.words(-1)).toContain(filler(29));
});

test("a preModelHook in a graph without its field keeps the state of each thread in memory", async () => {
  const model = new ScriptedModel({ windowTokens: 2000 });
  const applied: string[] = [];
  const onEvent = ({ type }: CompactionEvent): void =>
    void (type === "applied" && applied.push(type));
  const agent = createReactAgent({
    llm: model,
    tools: [],
    preModelHook: createPreModelHook({ model, onEvent }) as never,
    checkpointer: new MemorySaver(),
  });
  for (let turn = 0; turn < 40; turn += 1)
    for (const thread of ["one", "two"])
      await agent.invoke({ messages: [new HumanMessage(filler(turn))] } as never, {
        configurable: { thread_id: thread },
      });
  expect(applied.length).toBeGreaterThan(2);
  expect(applied.length).toBeLessThan(20);
  expect(Math.max(...model.sent.map((sent) => sent.length))).toBeLessThan(50);
  expect(model.words(-1)).toContain(filler(39));
});

test("a preModelHook supports any number of threads in a graph with its field", async () => {
  const model = new ScriptedModel({ windowTokens: 2000 });
  const state = Annotation.Root({
    ...MessagesAnnotation.spec,
    cutpoint: Annotation<CompactionState | null>(),
  });
  const agent = createReactAgent({
    llm: model,
    tools: [],
    stateSchema: state as never,
    preModelHook: createPreModelHook({ model }) as never,
  });
  for (let run = 0; run < 3; run += 1) {
    const answered = await agent.invoke({ messages: talk(2) } as never);
    expect((answered as { messages: BaseMessage[] }).messages.at(-1)?.text).toBe("OK.");
  }
});

describe("a summarizer from a chat model", () => {
  const request = summaryRequest({
    items: [{ id: "a", message: fromLangChainMessage(new HumanMessage("Find the fault.")) }],
    maxTokens: 500,
    maxCalls: 3,
    estimator: createEstimator(),
  });
  const signal = new AbortController().signal;

  test("calls the model once, without tools, with a tag", async () => {
    const model = new ScriptedModel({ answer: () => SUMMARY });
    const seen: string[][] = [];
    const { text, method } = await createLangChainSummarizer(
      model.withConfig({
        callbacks: [{ handleChatModelStart: (...start) => void seen.push(start[5] ?? []) }],
      }),
      { name: "scripted", tags: ["mine"] },
    ).summarize(request, signal);
    expect({ text, method }).toEqual({ text: SUMMARY, method: "scripted" });
    expect(model.words(0)).toContain("Find the fault.");
    expect(seen[0]).toEqual(expect.arrayContaining(["nostream", "cutpoint:summary", "mine"]));
  });

  test.each([
    ["nothing", new AIMessage("")],
    [
      "half of it",
      new AIMessage({ content: "half", response_metadata: { finish_reason: "length" } }),
    ],
    ["a call", new AIMessage({ content: "", tool_calls: [{ id: "c", name: "read", args: {} }] })],
  ])("rejects if the model answers %s", async (_name, answer) => {
    const model = new ScriptedModel({ answer: () => answer });
    await expect(
      createLangChainSummarizer(model, { retries: 0 }).summarize(request, signal),
    ).rejects.toBeInstanceOf(CutpointError);
  });
});

test("createCounterEstimator accepts LangChain's counters", () => {
  const estimator = createCounterEstimator(countTokensApproximately);
  expect(estimator.estimate(fromLangChainMessage(new HumanMessage("x".repeat(400))))).toBe(100);
  expect(estimator.estimateText("x".repeat(400))).toBe(100);
  const failing = createCounterEstimator(() => Number.NaN);
  expect(failing.estimateText("a few words")).toBeGreaterThan(0);
});

test("the recall tool finds compacted messages", async () => {
  await using store = createMemoryStore();
  const session = await openSession({
    store,
    sessionId: "s",
    summarizer: createExtractiveSummarizer(),
  });
  await session.append([fromLangChainMessage(new HumanMessage("The code is BLUE-HERON-42."))]);
  const tool = createRecallTool(session);
  expect(tool.name).toBe("recall");
  expect(await tool.invoke({ query: "BLUE-HERON-42" })).toContain("The code is BLUE-HERON-42.");
});
