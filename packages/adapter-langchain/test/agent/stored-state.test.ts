import type { CompactionEvent, CompactionState } from "@cutpoint/core";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, providerStrategy, toolStrategy } from "langchain";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  type CompactionMiddlewareOptions,
  createCompactionMiddleware,
} from "../../src/agent/compaction-middleware.ts";
import { broken, chatModel, filler, lookUp, provider } from "./rig.ts";

const WINDOW = 2000;
const TURNS = 24;
const THREAD = { configurable: { thread_id: "one" } };

const city = z.object({ city: z.string() });

type Values = {
  readonly messages: readonly BaseMessage[];
  readonly _cutpoint?: CompactionState | null;
};

async function valuesOf(agent: unknown): Promise<Values> {
  type Graph = { getState(config: object): Promise<{ readonly values: Values }> };
  return (await (agent as { readonly graph: Graph }).graph.getState(THREAD)).values;
}

const typesOf = (events: readonly CompactionEvent[], type: CompactionEvent["type"]): number =>
  events.filter((event) => event.type === type).length;

describe.each([
  ["toolStrategy", "view", 4],
  ["toolStrategy", "replace", 4],
  ["providerStrategy", "view", 2],
  ["providerStrategy", "replace", 2],
] as const)("an agent with %s in every turn that stores by %s", (strategy, persist, perTurn) => {
  const isShort = (strategy === "toolStrategy") === (persist === "view");
  const tags = isShort ? [] : ["long"];
  test("stores its state, so a compaction serves several turns", { tags }, async () => {
    await using simulated = await provider(WINDOW, ({ body }) => {
      const { tools = [] } = body as { tools?: readonly { function: { name: string } }[] };
      const [tool] = tools;
      if (tool === undefined) return '{"city":"Oslo"}';
      return {
        type: "answer",
        calls: [{ name: tool.function.name, arguments: '{"city":"Oslo"}' }],
      };
    });
    const events: CompactionEvent[] = [];
    const onEvent = (event: CompactionEvent): void => void events.push(event);
    const agent = createAgent({
      model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
      tools: [],
      responseFormat: (strategy === "toolStrategy" ? toolStrategy : providerStrategy)(
        city,
      ) as never,
      checkpointer: new MemorySaver(),
      middleware: [createCompactionMiddleware({ persist, onEvent })],
    });
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const input = { messages: [new HumanMessage(filler(turn, 120))] };
      const { structuredResponse } = await agent.invoke(input, THREAD);
      expect(structuredResponse).toEqual({ city: "Oslo" });
    }
    const { messages, _cutpoint } = await valuesOf(agent);
    expect(messages.length === perTurn * TURNS).toBe(persist === "view");
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    expect(_cutpoint?.compactedThrough).toEqual(expect.any(String));
    expect(typesOf(events, "applied")).toBeGreaterThan(0);
    expect(typesOf(events, "applied")).toBeLessThan(TURNS / 2);
    expect(typesOf(events, "turn-ended")).toBe(TURNS);
    expect(broken(simulated)).toEqual([]);
    expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  });
});

test("turn-ended is emitted once for a turn with tools, with the usage that the provider reported", async () => {
  await using simulated = await provider(50_000, ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? "Done."
      : { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] },
  );
  const events: CompactionEvent[] = [];
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: 50_000 }),
    tools: [lookUp],
    middleware: [createCompactionMiddleware({ onEvent: (event) => events.push(event) })],
  });
  await agent.invoke({ messages: [new HumanMessage("Look it up.")] });
  const [ended, ...others] = events;
  expect(others).toEqual([]);
  const usage = ended?.type === "turn-ended" ? ended.usage : null;
  expect(usage?.windowTokens).toBe(50_000);
  expect(usage?.reportedTokens).toBeGreaterThan(0);
});

test("a state above maxStateBytes is trimmed, and onWarning is called", async () => {
  await using simulated = await provider(20_000);
  const trimmed: unknown[] = [];
  const options: CompactionMiddlewareOptions = {
    maxStateBytes: 3_000,
    policy: { keepUserTokens: 2_000 },
    onWarning(warning) {
      if (warning.type === "state-trimmed") trimmed.push(...warning.trimmed);
      throw new Error("a listener that throws does no harm");
    },
  };
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: 8_000 }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware(options)],
  });
  const thread = Array.from({ length: 100 }, (_, turn) => new HumanMessage(filler(turn)));
  const { messages } = await agent.invoke({ messages: thread }, THREAD);
  expect(messages.at(-1)?.text).toBe("OK.");
  expect(trimmed).toContain("user-text");
  const { _cutpoint } = await valuesOf(agent);
  const summary = _cutpoint?.prefix.filter(({ kind }) => kind !== "user");
  expect(JSON.stringify(_cutpoint).length - JSON.stringify(summary).length).toBeLessThan(3_000);
});

test("outputKeys leave the state out of the streams of values and updates", async () => {
  await using simulated = await provider(WINDOW);
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware()],
  });
  const streamed = async (options: object): Promise<string> => {
    const thread = Array.from({ length: 60 }, (_, turn) => new HumanMessage(filler(turn)));
    const config = { configurable: { thread_id: crypto.randomUUID() }, ...options };
    const chunks: unknown[] = [];
    const stream = await agent.stream({ messages: thread }, {
      ...config,
      streamMode: ["values", "updates"],
    } as object);
    for await (const chunk of stream as AsyncIterable<unknown>) chunks.push(chunk);
    return JSON.stringify(chunks);
  };
  expect(await streamed({})).toContain("_cutpoint");
  const text = await streamed({ outputKeys: ["messages"] });
  expect(text).not.toContain("_cutpoint");
  expect(text).toContain("OK.");
});
