import type { CompactionEvent, CompactionState } from "@cutpoint/core";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, createMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { broken, chatModel, filler, lookUp, provider, vendors, wordsOf } from "./rig.ts";

type Agent = { getState(config: object): Promise<{ values: Record<string, unknown> }> };

async function stateOf(
  agent: unknown,
  thread: string,
): Promise<{ messages: BaseMessage[]; state: CompactionState | null }> {
  const { values } = await (agent as { graph: Agent }).graph.getState({
    configurable: { thread_id: thread },
  });
  return {
    messages: values["messages"] as BaseMessage[],
    state: (values["_cutpoint"] ?? null) as CompactionState | null,
  };
}

describe.each(vendors)("an agent on %s", (vendor) => {
  const tags = vendor === "openai-chat" ? [] : ["long"];
  test(
    "stays within the window for 16 turns with tools, and the thread keeps every message",
    { tags },
    async () => {
      let asked = 0;
      await using simulated = await provider(2000, ({ messages }) => {
        const isResult = messages.at(-1)?.role === "tool";
        if (isResult) return `The answer to ${asked} is ${asked * 7}.`;
        asked += 1;
        return { type: "answer", calls: [{ name: "look_up", arguments: `{"key":"k${asked}"}` }] };
      });
      const events: CompactionEvent[] = [];
      const agent = createAgent({
        model: chatModel(vendor, simulated.url, { windowTokens: 2000 }),
        tools: [lookUp],
        systemPrompt: "You look things up.",
        checkpointer: new MemorySaver(),
        middleware: [createCompactionMiddleware({ onEvent: (event) => events.push(event) })],
      });
      const config = { configurable: { thread_id: "one" } };
      for (let turn = 1; turn <= 16; turn += 1)
        await agent.invoke({ messages: [new HumanMessage(filler(turn))] }, config);

      expect(broken(simulated)).toEqual([]);
      expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
      expect(events.filter(({ type }) => type === "applied").length).toBeGreaterThan(2);
      const { messages, state } = await stateOf(agent, "one");
      expect(messages).toHaveLength(64);
      expect(
        messages
          .filter((message) => message instanceof HumanMessage)
          .map((message) => message.text),
      ).toEqual(Array.from({ length: 16 }, (_, index) => filler(index + 1)));
      expect(JSON.stringify(state).length).toBeLessThan(65_536);
      expect(wordsOf(simulated.requests().at(-1))).toContain("Question 16");
    },
  );

  test("recovers if the window is unknown", { tags }, async () => {
    await using simulated = await provider(2000);
    const agent = createAgent({
      model: chatModel(vendor, simulated.url),
      tools: [],
      checkpointer: new MemorySaver(),
      middleware: [createCompactionMiddleware()],
    });
    const config = { configurable: { thread_id: "one" } };
    for (let turn = 1; turn <= 20; turn += 1) {
      const { messages } = await agent.invoke(
        { messages: [new HumanMessage(filler(turn, 120))] },
        config,
      );
      expect(messages.at(-1)?.text).toBe("OK.");
    }
    const refused = simulated.requests().filter(({ outcome }) => outcome.type === "refused");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(15);
    expect(broken(simulated)).toEqual([]);
    expect((await stateOf(agent, "one")).messages).toHaveLength(40);
  });
});

test("a request that needs no compaction is sent unchanged", async () => {
  await using simulated = await provider(100_000);
  const seen: unknown[] = [];
  const agent = createAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: 100_000 }),
    tools: [],
    middleware: [
      createCompactionMiddleware(),
      createMiddleware({
        name: "Watch",
        wrapModelCall: async (request, handler) => {
          const state = request.state as { readonly messages: unknown };
          seen.push(request.messages, state.messages);
          return handler(request);
        },
      }),
    ],
  });
  await agent.invoke({ messages: [new HumanMessage("Hello")] });
  expect(seen[0]).toBe(seen[1]);
});
