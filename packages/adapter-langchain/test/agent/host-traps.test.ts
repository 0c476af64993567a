import type { CompactionEvent, Receipt } from "@cutpoint/core";
import { ContextOverflowError } from "@langchain/core/errors";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { RunnableLambda, RunnableWithMessageHistory } from "@langchain/core/runnables";
import { MemorySaver, messagesStateReducer } from "@langchain/langgraph";
import {
  type AgentMiddleware,
  ClearToolUsesEdit,
  contextEditingMiddleware,
  createAgent,
  createMiddleware,
  modelRetryMiddleware,
} from "langchain";
import { describe, expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { CompactingChatMessageHistory } from "../../src/index.ts";
import { createMemoryStore } from "@cutpoint/store-memory";
import { broken, chatModel, filler, provider, wordsOf } from "./rig.ts";

const WINDOW = 2000;
const THREAD = { configurable: { thread_id: "one" } };

const thread = (length: number): BaseMessage[] =>
  Array.from(
    { length },
    (_, turn) => new HumanMessage({ content: filler(turn), id: `question-${turn}` }),
  );

/** Turns with one call of a tool and its result. */
const lookUps = (length: number): BaseMessage[] =>
  Array.from({ length }, (_, turn) => [
    new HumanMessage({ id: `h${turn}`, content: filler(turn, 20) }),
    new AIMessage({
      id: `a${turn}`,
      content: "",
      tool_calls: [{ id: `c${turn}`, name: "look_up", args: { key: "a" } }],
    }),
    new ToolMessage({
      id: `t${turn}`,
      content: `RESULT ${"found it here. ".repeat(20)}`,
      tool_call_id: `c${turn}`,
      name: "look_up",
    }),
  ]).flat();

// Behavior of LangChain that this package relies on or works around. If a version changes it, a test fails here first.
describe("LangChain", () => {
  test("wraps an overflow that crosses another middleware, and the call is recovered", async () => {
    await using simulated = await provider(WINDOW);
    const seen: Error[] = [];
    const inner = createMiddleware({
      name: "Inner",
      wrapModelCall: async (request, handler) => handler(request),
    });
    const outer = createMiddleware({
      name: "Outer",
      async wrapModelCall(request, handler) {
        try {
          return await handler(request);
        } catch (error) {
          seen.push(error as Error);
          throw error;
        }
      },
    });
    const model = chatModel("openai-chat", simulated.url);
    const without = createAgent({ model, tools: [], middleware: [outer, inner] });
    await expect(without.invoke({ messages: thread(60) })).rejects.toThrow(/context/u);
    const [error] = seen;
    expect(ContextOverflowError.isInstance(error)).toBe(false);
    expect(ContextOverflowError.isInstance(error?.cause)).toBe(true);

    const middleware = [createCompactionMiddleware(), inner];
    const agent = createAgent({ model, tools: [], middleware });
    const { messages } = await agent.invoke({ messages: thread(60) });
    expect(messages.at(-1)?.text).toBe("OK.");
  });

  test("turns an overflow into an answer if it retries inside, and recovers if it retries outside", async () => {
    await using simulated = await provider(WINDOW);
    const retry = modelRetryMiddleware({ maxRetries: 0 }) as object as AgentMiddleware;
    const model = chatModel("openai-chat", simulated.url);
    const compaction = createCompactionMiddleware();
    const inside = createAgent({ model, tools: [], middleware: [compaction, retry] });
    const failed = await inside.invoke({ messages: thread(60) });
    expect(failed.messages.at(-1)?.text).toMatch(/^Model call failed/u);
    const outside = createAgent({ model, tools: [], middleware: [retry, compaction] });
    const { messages } = await outside.invoke({ messages: thread(60) });
    expect(messages.at(-1)?.text).toBe("OK.");
  });

  test("clears tool results in the thread itself, and the view has them cleared", async () => {
    await using simulated = await provider(100_000);
    const clearing = contextEditingMiddleware({
      edits: [new ClearToolUsesEdit({ trigger: { tokens: 100 }, keep: { messages: 1 } })],
    }) as object as AgentMiddleware;
    const events: CompactionEvent[] = [];
    const agent = createAgent({
      model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [
        clearing,
        createCompactionMiddleware({ onEvent: (event) => events.push(event) }),
      ],
    });
    const result = await agent.invoke({ messages: lookUps(20) }, THREAD);
    const results = result.messages.filter((message) => ToolMessage.isInstance(message));
    expect(results.filter(({ text }) => text === "[cleared]")).toHaveLength(19);
    expect(wordsOf(simulated.requests().at(-1)).split("RESULT")).toHaveLength(2);
    expect(broken(simulated)).toEqual([]);
    expect(events.map(({ type }) => type)).not.toContain("failed");
  });

  test("needs no clearing of tool results: they are pruned from the view, and the thread keeps them", async () => {
    await using simulated = await provider(WINDOW);
    const receipts: Receipt[] = [];
    const agent = createAgent({
      model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [
        createCompactionMiddleware({
          policy: { prune: { protectTokens: 200, protectedTools: ["keep"] } },
          onEvent(event) {
            if (event.type === "applied") receipts.push(event.receipt);
          },
        }),
      ],
    });
    const result = await agent.invoke({ messages: lookUps(20) }, THREAD);
    expect(receipts.map(({ method }) => method)).toEqual(["pruning"]);
    const sent = wordsOf(simulated.requests().at(-1));
    expect(sent.split("RESULT").length).toBeLessThan(10);
    expect(sent).toContain("Question 0");
    expect(JSON.stringify(result.messages).split("RESULT")).toHaveLength(21);
  });

  test("rejects the removal of a message that is not there, and replaces one with the same id", () => {
    const [first, second] = thread(2) as [BaseMessage, BaseMessage];
    expect(() => messagesStateReducer([first], [new RemoveMessage({ id: "x" })])).toThrow(
      /doesn't exist/u,
    );
    const edited = new HumanMessage({ id: "question-0", content: "edited" });
    expect(messagesStateReducer([first, second], [edited])).toEqual([edited, second]);
    expect(messagesStateReducer([], [new HumanMessage("new")])[0]?.id).toEqual(expect.any(String));
  });

  test("does not report that a chat history could not be written", async () => {
    const store = createMemoryStore();
    store.append = async () => {
      throw new Error("the disk is full");
    };
    const chain = new RunnableWithMessageHistory({
      runnable: RunnableLambda.from((_messages: BaseMessage[]) => new AIMessage("Hello.")),
      getMessageHistory: () => new CompactingChatMessageHistory({ store, sessionId: "one" }),
      config: {},
    });
    const question = [new HumanMessage("Hello?")];
    const answer = await chain.invoke(question, { configurable: { sessionId: "one" } });
    expect(answer.text).toBe("Hello.");
    const history = new CompactingChatMessageHistory({ store, sessionId: "one" });
    await expect(history.addMessages(question)).rejects.toThrow("the disk is full");
  });
});
