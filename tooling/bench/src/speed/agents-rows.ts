import { toAgentItems, withCompaction } from "@cutpoint/adapter-openai-agents";
import { assistantMessage } from "@cutpoint/core";
import { type AgentInputItem, type AgentOutputItem, type Model, Usage } from "@openai/agents-core";
import { timed } from "../measure.ts";
import { conversationOf } from "./conversations.ts";
import { fixedSummarizer } from "./compaction-rows.ts";
import { least, type Row } from "./row.ts";

export const agentsRows: readonly Row[] = [
  {
    name: "OpenAI Agents: request with nothing to compact, 1,000 items",
    unit: "ms",
    goal: 0.1,
    measure: () => least(20, () => requestTime(1_000)),
  },
  {
    name: "OpenAI Agents: request with nothing to compact, 10,000 items",
    unit: "ms",
    goal: 1,
    measure: () => least(5, () => requestTime(10_000)),
  },
];

const answer = toAgentItems(assistantMessage("Done.")) as AgentOutputItem[];
const model: Model = {
  getResponse: () => Promise.resolve({ usage: new Usage(), output: answer }),
  async *getStreamedResponse() {},
};

/** A question, an answer with a call, its result, and an answer. */
const ITEMS_PER_TURN = 5;

/** The time of a request with one more turn, in a new conversation. It ends with a question. */
async function requestTime(length: number): Promise<number> {
  const turns = 40;
  const items = conversationOf(length + ITEMS_PER_TURN * turns).flatMap(
    ({ message }): AgentInputItem[] => [...toAgentItems(message)],
  );
  const compacted = withCompaction(model, {
    summarizer: fixedSummarizer,
    policy: { windowTokens: 100_000_000 },
  });
  let turn = 0;
  return least(turns, () => {
    const input = items.slice(0, length + ITEMS_PER_TURN * turn + 1);
    turn += 1;
    const request = {
      systemInstructions: "You are brief.",
      input,
      modelSettings: {},
      tools: [],
      toolsFromServer: [],
      outputType: "text",
      handoffs: [],
      tracing: false,
    } as const;
    return timed(() => compacted.getResponse(request as never));
  });
}
