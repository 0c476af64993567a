import type { CompactionEvent, CompactionState } from "@cutpoint/core";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { describe, expect, test } from "vitest";
import { createCompactionMiddleware } from "../../src/agent/compaction-middleware.ts";
import { broken, chatModel, filler, provider } from "./rig.ts";

const WINDOW = 16_000;
const TURNS = 30;
const THREAD = { configurable: { thread_id: "one" } };

type DeepAgent = {
  invoke(input: object, config: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
  readonly graph: {
    getState(config: object): Promise<{ readonly values: Readonly<Record<string, unknown>> }>;
  };
};

test("the middleware stands in for the summarization of a deep agent and of its subagent", async () => {
  await using simulated = await provider(WINDOW, ({ messages }) => {
    const last = messages.at(-1);
    const words = JSON.stringify(last?.parts);
    if (last?.role === "tool") return "The subagent is done.";
    if (words.includes("SUBTASK")) return "It is done.";
    if (!words.includes("Delegate it.")) return "OK.";
    const task = { description: "SUBTASK", subagent_type: "general-purpose" };
    return { type: "answer", calls: [{ name: "task", arguments: JSON.stringify(task) }] };
  });
  const events: CompactionEvent[] = [];
  const compaction = createCompactionMiddleware({ onEvent: (event) => events.push(event) });
  const agent = createDeepAgent({
    model: chatModel("openai-chat", simulated.url, { windowTokens: WINDOW }),
    checkpointer: new MemorySaver(),
    middleware: [{ ...compaction, name: "SummarizationMiddleware" }],
  } as never) as object as DeepAgent;
  const ask = async (text: string): Promise<string | undefined> =>
    (await agent.invoke({ messages: [new HumanMessage(text)] }, THREAD)).messages.at(-1)?.text;

  for (let turn = 0; turn < TURNS; turn += 1) expect(await ask(filler(turn, 2000))).toBe("OK.");
  expect(await ask("Delegate it.")).toBe("The subagent is done.");

  expect(broken(simulated)).toEqual([]);
  expect(simulated.requests().every(({ outcome }) => outcome.type === "answered")).toBe(true);
  const count = (type: CompactionEvent["type"]): number =>
    events.filter((event) => event.type === type).length;
  expect(count("applied")).toBeGreaterThan(1);
  // One for each turn, and one of the subagent.
  expect(count("turn-ended")).toBe(TURNS + 2);
  const { values } = await agent.graph.getState(THREAD);
  expect((values["_cutpoint"] as CompactionState).compactedThrough).toEqual(expect.any(String));
  expect(values["messages"]).toHaveLength(2 * TURNS + 4);
  expect(values).not.toHaveProperty("_summarizationEvent");
});

/** The rows for deep agents in the guide "Migrate", each with the same thread on both. */
describe.each([
  // Theirs keeps the newest messages, then summarizes them too: that request is too large as well.
  { name: "theirs", ends: /maximum context length/u, outcomes: ["refused", "refused"], words: 2 },
  { name: "ours", ends: /^It is done\.$/u, outcomes: ["refused", "answered"], words: 400 },
])("the rows of deep agents: $name", { tags: ["long"] }, ({ name, ends, outcomes, words }) => {
  const compaction = createCompactionMiddleware({ onEvent: () => undefined });
  const middleware = name === "ours" ? [{ ...compaction, name: "SummarizationMiddleware" }] : [];

  /** Returns the answer or the error of a run, and the agent's requests. */
  async function run(messages: readonly BaseMessage[], window: number, profile?: number) {
    await using simulated = await provider(window, () => "It is done.");
    const model = chatModel("openai-chat", simulated.url, profile ? { windowTokens: profile } : {});
    const agent = createDeepAgent({ model, middleware } as never) as object as DeepAgent;
    const end = await agent
      .invoke({ messages }, {})
      .then((result) => result.messages.at(-1)?.text, String);
    const requests = simulated
      .requests()
      .filter(({ body }) => JSON.stringify(body).includes('"tools":'));
    return { end, requests };
  }

  test("a request that is too large", async () => {
    const messages = Array.from({ length: 20 }, (_, turn) => new HumanMessage(filler(turn, 400)));
    const { end, requests } = await run(messages, 11_000, 100_000);
    expect(end).toMatch(ends);
    expect(requests.map(({ outcome }) => outcome.type)).toEqual(outcomes);
  });

  test("the arguments of old calls", async () => {
    const args = { path: "/a", content: "CONTENT ".repeat(400) };
    const { requests } = await run(
      [
        new HumanMessage("Write it."),
        new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "write_file", args }] }),
        new ToolMessage({ content: "Written.", tool_call_id: "c1" }),
        ...Array.from({ length: 40 }, (_, turn) => new HumanMessage(filler(turn))),
      ],
      100_000,
    );
    expect(JSON.stringify(requests.at(-1)?.body).split("CONTENT")).toHaveLength(words + 1);
  });
});
