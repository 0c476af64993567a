import type { CompactionState } from "@cutpoint/core";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  humanInTheLoopMiddleware,
  providerStrategy,
  toolStrategy,
} from "langchain";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { createLangChainSummarizer } from "../../src/summarizer.ts";
import { broken, chatModel, filler, lookUp, provider, summaryFor, wordsOf } from "./rig.ts";

const WINDOW = 2000;

async function values(agent: unknown, thread: string): Promise<Record<string, unknown>> {
  type Graph = { getState(config: object): Promise<{ values: Record<string, unknown> }> };
  const { graph } = agent as { graph: Graph };
  return (await graph.getState({ configurable: { thread_id: thread } })).values;
}

const history = (turns: number): BaseMessage[] =>
  Array.from(
    { length: turns },
    (_, turn) => new HumanMessage({ content: filler(turn), id: `h${turn}` }),
  );

/** The start of every summary prompt. */
const isSummaryRequest = (words: string): boolean => words.includes("You write summaries");

describe("structured output", () => {
  const schema = z.object({ city: z.string() });

  test("through a tool is returned, compacted or not", async () => {
    await using simulated = await provider(WINDOW, ({ body }) => {
      const { tools } = body as { tools: { function: { name: string } }[] };
      const name = tools.map((tool) => tool.function.name).find((each) => each !== "look_up") ?? "";
      return { type: "answer", calls: [{ name, arguments: '{"city":"Oslo"}' }] };
    });
    const agent = createAgent({
      model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
      tools: [],
      responseFormat: toolStrategy(schema),
      checkpointer: new MemorySaver(),
      middleware: [createCompactionMiddleware()],
    });
    const config = { configurable: { thread_id: "one" } };
    const { structuredResponse } = await agent.invoke({ messages: history(60) }, config);
    expect(structuredResponse).toEqual({ city: "Oslo" });
    const again = await agent.invoke({ messages: [new HumanMessage("And now?")] }, config);
    expect(again.structuredResponse).toEqual({ city: "Oslo" });
    expect(broken(simulated)).toEqual([]);
    expect((simulated.requests().at(-1)?.messages.length ?? 99) < 60).toBe(true);
  });

  test("by the provider is returned, also in a thread that is replaced", async () => {
    await using simulated = await provider(WINDOW, () => '{"city":"Oslo"}');
    const agent = createAgent({
      model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
      tools: [],
      responseFormat: providerStrategy(schema),
      checkpointer: new MemorySaver(),
      middleware: [createCompactionMiddleware({ persist: "replace" })],
    });
    const result = await agent.invoke(
      { messages: history(60) },
      { configurable: { thread_id: "one" } },
    );
    expect(result.structuredResponse).toEqual({ city: "Oslo" });
    expect(result.messages.length).toBeLessThan(60);
    expect(result.messages.at(-1)?.text).toBe('{"city":"Oslo"}');
  });
});

test("an interrupted run resumes with the current view", async () => {
  await using simulated = await provider(WINDOW, ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? "Done."
      : { type: "answer", calls: [{ name: "look_up", arguments: '{"key":"a"}' }] },
  );
  // The options' own type is `never` if a program compiles with exactOptionalPropertyTypes.
  const options = { interruptOn: { look_up: true } } as never;
  const approval = humanInTheLoopMiddleware(options) as AgentMiddleware;
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [lookUp],
    checkpointer: new MemorySaver(),
    middleware: [approval, createCompactionMiddleware()],
  });
  const config = { configurable: { thread_id: "one" } };
  const paused = await agent.invoke({ messages: history(60) }, config);
  expect(paused).toHaveProperty("__interrupt__");
  const state = (await values(agent, "one"))["_cutpoint"] as CompactionState;
  expect(state.compactedThrough).not.toBeNull();
  const done = await agent.invoke(
    new Command({ resume: { decisions: [{ type: "approve" }] } }),
    config,
  );
  expect(done.messages.at(-1)?.text).toBe("Done.");
  expect(((await values(agent, "one"))["_cutpoint"] as CompactionState).compactedThrough).toBe(
    state.compactedThrough,
  );
  expect(broken(simulated)).toEqual([]);
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
});

test.each(["openai-chat", "anthropic"] as const)(
  "the stream of an agent on %s contains neither the summary nor the state",
  async (vendor) => {
    await using simulated = await provider(8000, (request) => {
      const text = JSON.stringify(request.body);
      return isSummaryRequest(text) ? summaryFor([{ text }]) : "The answer.";
    });
    const model = chatModel(vendor, simulated.url, { windowTokens: 4000 });
    const agent = createAgent({
      model,
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [createCompactionMiddleware({ summarizer: createLangChainSummarizer(model) })],
    });
    const stream = await agent.stream(
      { messages: history(100) },
      { configurable: { thread_id: "one" }, streamMode: ["messages", "updates"] },
    );
    let streamed = "";
    let updates = "";
    for await (const [mode, chunk] of stream) {
      if (mode === "messages" && chunk[0].getType() === "ai") streamed += chunk[0].text;
      if (mode === "updates") updates += JSON.stringify(chunk);
    }
    expect(streamed).toBe("The answer.");
    expect(updates).not.toContain("lc_source");
    expect(
      simulated.requests().some((request) => isSummaryRequest(JSON.stringify(request.body))),
    ).toBe(true);
    expect(wordsOf(simulated.requests().at(-1))).toContain("SUMMARYWORD");
    const { _cutpoint } = await values(agent, "one");
    expect(JSON.stringify(_cutpoint)).toContain("SUMMARYWORD");
    const next = { messages: [new HumanMessage("And now?")] };
    const result = await agent.invoke(next, { configurable: { thread_id: "one" } });
    expect(result).not.toHaveProperty("_cutpoint");
  },
);

test("concurrent threads of one instance are isolated", async () => {
  await using simulated = await provider(WINDOW);
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware()],
  });
  const threads = ["alpha", "beta", "gamma"];
  await Promise.all(
    threads.map(async (thread) => {
      const config = { configurable: { thread_id: thread } };
      for (let turn = 0; turn < 12; turn += 1)
        await agent.invoke(
          { messages: [new HumanMessage(`${thread} ${filler(turn, 120)}`)] },
          config,
        );
    }),
  );
  for (const request of simulated.requests())
    expect(
      threads.filter((thread) => wordsOf(request).includes(`${thread} Question`)),
    ).toHaveLength(1);
  for (const thread of threads) {
    const { messages, _cutpoint } = await values(agent, thread);
    expect(messages).toHaveLength(24);
    const stored = JSON.stringify(_cutpoint);
    expect(threads.filter((name) => stored.includes(name))).toEqual([thread]);
  }
});

test("two concurrent turns on one thread both end, and their requests are valid", async () => {
  await using simulated = await provider(WINDOW);
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware()],
  });
  const config = { configurable: { thread_id: "one" } };
  await agent.invoke({ messages: history(60) }, config);
  const results = await Promise.all(
    ["left", "right"].map(async (word) =>
      agent.invoke({ messages: [new HumanMessage(word)] }, config),
    ),
  );
  expect(results.map(({ messages }) => messages.at(-1)?.text)).toEqual(["OK.", "OK."]);
  await agent.invoke({ messages: [new HumanMessage("after")] }, config);
  expect(broken(simulated)).toEqual([]);
  expect(wordsOf(simulated.requests().at(-1))).toContain("after");
});

test("neither the passed messages nor the thread are changed", async () => {
  await using simulated = await provider(WINDOW);
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    middleware: [
      createMiddleware({
        name: "Freeze",
        wrapModelCall: async (request, handler) => {
          Object.freeze(request.messages);
          for (const message of request.messages) Object.freeze(message.content);
          const before = JSON.stringify(request.messages);
          const answer = await handler(request);
          expect(JSON.stringify(request.messages)).toBe(before);
          return answer;
        },
      }),
      createCompactionMiddleware(),
    ],
  });
  const { messages } = await agent.invoke({ messages: history(60) });
  expect(messages).toHaveLength(61);
});

test("a thread that is replaced loses its compacted messages, and the conversation continues", async () => {
  await using simulated = await provider(WINDOW);
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware({ persist: "replace" })],
  });
  const config = { configurable: { thread_id: "one" } };
  await agent.invoke({ messages: history(60) }, config);
  for (let turn = 60; turn < 80; turn += 1)
    await agent.invoke({ messages: [new HumanMessage(filler(turn))] }, config);
  const { _cutpoint, messages } = (await values(agent, "one")) as {
    readonly _cutpoint: CompactionState;
    readonly messages: readonly BaseMessage[];
  };
  expect(messages.map(({ id }) => id)).toContain(_cutpoint.compactedThrough);
  expect(messages.length).toBeLessThan(60);
  expect(messages[0]?.additional_kwargs["lc_source"]).toBe("summarization");
  expect(
    messages.filter(({ additional_kwargs }) => additional_kwargs["lc_source"] === "summarization"),
  ).toHaveLength(1);
  expect(messages.at(-1)?.text).toBe("OK.");
  expect(broken(simulated)).toEqual([]);
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
});

test("recovers from overflows that the chat model does not report", async () => {
  let calls = 0;
  await using simulated = await provider(100_000, () =>
    (calls += 1) === 1 ? { type: "failure", failure: "stream-overflow" } : "Here.",
  );
  const agent = createAgent({
    model: chatModel("openai-responses", simulated.url, { windowTokens: 6000, streaming: true }),
    tools: [],
    middleware: [createCompactionMiddleware({ policy: { trigger: { type: "share", share: 1 } } })],
  });
  const { messages } = await agent.invoke({ messages: history(60) });
  expect(messages.at(-1)?.text).toBe("Here.");
  expect(simulated.requests()).toHaveLength(2);
  const [first, second] = simulated.requests();
  expect(second?.inputTokens).toBeLessThan(first?.inputTokens ?? 0);
});

test("a repeated overflow ends with the provider's error, and the thread is unchanged", async () => {
  await using simulated = await provider(WINDOW, () => ({ type: "failure", failure: "overflow" }));
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    checkpointer: new MemorySaver(),
    middleware: [createCompactionMiddleware()],
  });
  const config = { configurable: { thread_id: "one" } };
  await expect(agent.invoke({ messages: history(60) }, config)).rejects.toThrow(/context/i);
  expect(simulated.requests()).toHaveLength(2);
  expect((await values(agent, "one"))["messages"]).toHaveLength(60);
});

test("other errors are passed on unchanged after one call", async () => {
  await using simulated = await provider(WINDOW, () => ({
    type: "failure",
    failure: "server-error",
  }));
  const agent = createAgent({
    model: chatModel("anthropic", simulated.url, { windowTokens: WINDOW }),
    tools: [],
    middleware: [createCompactionMiddleware()],
  });
  await expect(agent.invoke({ messages: [new HumanMessage("Hello")] })).rejects.toThrow(
    /server|error/i,
  );
  expect(simulated.requests()).toHaveLength(1);
});
