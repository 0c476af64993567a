import type { CompactionEvent, CompactionState } from "@cutpoint/core";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { expect, test } from "vitest";
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
