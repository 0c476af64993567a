import type { CompactionEvent } from "@cutpoint/core";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import { withCachePoints } from "../../src/agent/cache-points.ts";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { broken, chatModel, filler, lookUp, provider } from "./rig.ts";

const CONTROL = { type: "ephemeral" };

describe("cache points", () => {
  test("Anthropic receives them in each request, also after each compaction", async () => {
    let asked = 0;
    await using simulated = await provider(2000, ({ messages }) => {
      if (messages.at(-1)?.role === "tool") return `The answer is ${asked * 7}.`;
      asked += 1;
      return { type: "answer", calls: [{ name: "look_up", arguments: `{"key":"k${asked}"}` }] };
    });
    const events: CompactionEvent[] = [];
    const agent = createAgent({
      model: chatModel("anthropic", simulated.url, { windowTokens: 2000 }),
      tools: [lookUp],
      systemPrompt: "You look things up.",
      checkpointer: new MemorySaver(),
      middleware: [
        createCompactionMiddleware({ cachePoints: true, onEvent: (event) => events.push(event) }),
      ],
    });
    const config = { configurable: { thread_id: "one" } };
    for (let turn = 1; turn <= 16; turn += 1)
      await agent.invoke({ messages: [new HumanMessage(filler(turn))] }, config);

    expect(broken(simulated)).toEqual([]);
    expect(events.filter(({ type }) => type === "applied").length).toBeGreaterThan(2);
    const requests = simulated.requests();
    for (const { cachePoints } of requests) {
      expect(cachePoints.length).toBeGreaterThan(0);
      expect(cachePoints.length).toBeLessThanOrEqual(4);
    }
    const read = requests.reduce((sum, { cachedTokens }) => sum + cachedTokens, 0);
    const sent = requests.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
    expect(read / sent).toBeGreaterThan(0.6);
  });

  test.each([
    ["anthropic", undefined, 0],
    ["anthropic", ["progress"] as const, 1],
    ["openai-chat", true, 0],
  ] as const)("%s with %j has %i", async (vendor, cachePoints, count) => {
    await using simulated = await provider(100_000);
    const agent = createAgent({
      model: chatModel(vendor, simulated.url),
      tools: [],
      middleware: [createCompactionMiddleware(cachePoints === undefined ? {} : { cachePoints })],
    });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("Hi")] });
    expect(simulated.requests()[0]?.cachePoints).toHaveLength(count);
    expect(JSON.stringify(messages)).not.toContain("cache_control");
  });

  const call = { id: "c", name: "look_up", args: {} };
  const pieces: readonly (readonly [string, BaseMessage, boolean])[] = [
    ["a question", new HumanMessage("Hi"), true],
    ["blocks", new HumanMessage({ content: [{ type: "text", text: "Hi" }] }), true],
    ["an answer", new AIMessage("Yes"), true],
    ["an answer that only calls", new AIMessage({ content: "", tool_calls: [call] }), false],
    ["a result", new ToolMessage({ content: "found", tool_call_id: "c" }), true],
    ["a result without a word", new ToolMessage({ content: "", tool_call_id: "c" }), true],
    ["a text without a word", new HumanMessage(""), false],
    [
      "thinking",
      new AIMessage({ content: [{ type: "thinking", thinking: "Hm", signature: "s" }] }),
      false,
    ],
    ["a system text", new SystemMessage("Be brief."), false],
  ];

  test.each(pieces)("%s", (_what, message, carries) => {
    const [marked] = withCachePoints([message], [0], []);
    expect(JSON.stringify(marked?.content).includes("cache_control")).toBe(carries);
    expect(JSON.stringify(message.content)).not.toContain("cache_control");
    expect(marked === message).toBe(!carries);
  });

  test("a request has at most four, including the host's; the newest of the view are used", () => {
    const own = [{ type: "text", text: "Be brief.", cache_control: CONTROL }];
    const messages = ["a", "b", "c", "d", "e"].map((word) => new HumanMessage(word));
    const marked = withCachePoints(messages, [0, 1, 2, 3], [own]);
    const places = marked.flatMap(({ content }, place) =>
      JSON.stringify(content).includes("cache_control") ? [place] : [],
    );
    expect(places).toEqual([1, 2, 3]);
    expect(withCachePoints(messages, [0], [own, own, own, own])).toEqual(messages);
  });
});
