import type { CompactionEvent } from "@cutpoint/core";
import { type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import {
  Command,
  END,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createAgent, createMiddleware, tool } from "langchain";
import { expect, test } from "vitest";
import * as z from "zod";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { broken, chatModel, filler, provider, wordsOf } from "./rig.ts";

const WINDOW = 2000;

type Runnable = {
  invoke(input: unknown, config: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
};

const long = (): BaseMessage[] =>
  Array.from(
    { length: 60 },
    (_, turn) => new HumanMessage({ id: `h${turn}`, content: filler(turn) }),
  );

const THREAD = { configurable: { thread_id: "one" } };

test("a conversation that moves between the agents of one graph fits the window of each", async () => {
  await using simulated = await provider(WINDOW, ({ messages, body }) => {
    const isFirst = JSON.stringify(body).includes("You are the first.");
    if (!isFirst) return "The second answers.";
    return messages.at(-1)?.role === "tool"
      ? "The first answers."
      : { type: "answer", calls: [{ name: "hand_over", arguments: "{}", id: "over" }] };
  });
  const events: CompactionEvent[] = [];
  const compaction = createCompactionMiddleware({ onEvent: (event) => events.push(event) });
  const handOver = tool(
    async (_input, config: { readonly toolCall?: { readonly id?: string } }) =>
      new Command({
        goto: "second",
        graph: Command.PARENT,
        update: {
          messages: [
            new ToolMessage({
              content: "Over to the second.",
              tool_call_id: config.toolCall?.id ?? "",
            }),
          ],
        },
      }),
    { name: "hand_over", description: "Hands over.", schema: z.object({}) },
  );
  const agentOf = (name: string, tools: (typeof handOver)[]): ReturnType<typeof createAgent> =>
    createAgent({
      model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
      tools,
      name,
      systemPrompt: `You are the ${name}.`,
      middleware: [compaction],
    }) as object as ReturnType<typeof createAgent>;
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("first", agentOf("first", [handOver]).graph as never, { ends: ["second"] })
    .addNode("second", agentOf("second", []).graph as never)
    .addEdge(START, "first")
    .addEdge("first", END)
    .addEdge("second", END)
    .compile({ checkpointer: new MemorySaver() }) as object as Runnable;
  const { messages } = await graph.invoke({ messages: long() }, THREAD);
  expect(messages.at(-1)?.text).toBe("The second answers.");
  expect(broken(simulated)).toEqual([]);
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  expect(wordsOf(simulated.requests().at(-1))).toContain(filler(59).trim());
  for (let turn = 0; turn < 60; turn += 1)
    expect(messages.filter(({ id }) => id === `h${turn}`)).toHaveLength(1);
  expect(events.some(({ type }) => type === "failed")).toBe(false);
});

test.each([
  ["keeps its state with the graph's checkpointer", { checkpointer: true }, 4],
  ["without one of its own, is summarized anew in each run", {}, 21],
] as const)("a node of a graph %s", async (_what, options, compactions) => {
  await using simulated = await provider(WINDOW);
  const events: CompactionEvent[] = [];
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    middleware: [createCompactionMiddleware({ onEvent: (event) => events.push(event) })],
    ...options,
  } as object as Parameters<typeof createAgent>[0]);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("agent", agent.graph as never)
    .addEdge(START, "agent")
    .addEdge("agent", END)
    .compile({ checkpointer: new MemorySaver() }) as object as Runnable;
  await graph.invoke({ messages: long() }, THREAD);
  for (let turn = 60; turn < 80; turn += 1)
    await graph.invoke({ messages: [new HumanMessage(filler(turn))] }, THREAD);
  expect(events.filter(({ type }) => type === "applied")).toHaveLength(compactions);
  expect(broken(simulated)).toEqual([]);
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
});

test("an agent that is a tool has its own thread and state", async () => {
  await using simulated = await provider(WINDOW, ({ messages, body }) => {
    if (JSON.stringify(body).includes("You look things up.")) return "found ".repeat(60);
    return messages.at(-1)?.role === "tool"
      ? "That is all."
      : { type: "answer", calls: [{ name: "ask", arguments: '{"question":"Where is it?"}' }] };
  });
  const model = chatModel("openai-chat", simulated.url, { windowTokens: WINDOW });
  const compaction = createCompactionMiddleware();
  const inner = createAgent({
    model,
    tools: [],
    systemPrompt: "You look things up.",
    middleware: [compaction],
  }) as object as Runnable;
  const ask = tool(
    async ({ question }: { question: string }) => {
      const { messages } = await inner.invoke({ messages: [new HumanMessage(question)] }, {});
      return messages.at(-1)?.text ?? "";
    },
    { name: "ask", description: "Asks.", schema: z.object({ question: z.string() }) },
  );
  const outer = createAgent({
    model,
    tools: [ask],
    checkpointer: new MemorySaver(),
    middleware: [compaction],
  }) as object as Runnable;
  for (let turn = 0; turn < 12; turn += 1) {
    const { messages } = await outer.invoke({ messages: [new HumanMessage(filler(turn))] }, THREAD);
    expect(messages.at(-1)?.text).toBe("That is all.");
  }
  expect(broken(simulated)).toEqual([]);
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  const inside = simulated
    .requests()
    .filter(({ body }) => JSON.stringify(body).includes("You look things up."));
  expect(inside).toHaveLength(12);
  for (const request of inside) expect(wordsOf(request)).not.toContain("Question");
});

test("an agent that changes its role continues with the same view", async () => {
  await using simulated = await provider(WINDOW, ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? "The second answers."
      : { type: "answer", calls: [{ name: "become", arguments: "{}" }] },
  );
  const events: CompactionEvent[] = [];
  const become = tool(
    async (_input, config: { readonly toolCall?: { readonly id?: string } }) =>
      new Command({
        update: {
          part: "second",
          messages: [
            new ToolMessage({ content: "Done.", tool_call_id: config.toolCall?.id ?? "" }),
          ],
        },
      }),
    { name: "become", description: "Takes on another part.", schema: z.object({}) },
  );
  const parts = createMiddleware({
    name: "Parts",
    stateSchema: z.object({ part: z.string().optional() }),
    wrapModelCall: async (request, handler) =>
      handler({ ...request, systemPrompt: `You are the ${request.state.part ?? "first"}.` }),
  });
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [become],
    checkpointer: new MemorySaver(),
    middleware: [parts, createCompactionMiddleware({ onEvent: (event) => events.push(event) })],
  }) as object as Runnable;
  const { messages } = await agent.invoke({ messages: long() }, THREAD);
  expect(messages.at(-1)?.text).toBe("The second answers.");
  expect(events.filter(({ type }) => type === "applied")).toHaveLength(1);
  expect(JSON.stringify(simulated.requests().at(-1)?.body)).toContain("You are the second.");
  expect(broken(simulated)).toEqual([]);
});
