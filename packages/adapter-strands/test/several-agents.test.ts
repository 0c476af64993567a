import { type ReceivedRequest, startProvider, type Step } from "@cutpoint/provider-sim";
import { Agent, InvokeModelStage, NullConversationManager, Swarm } from "@strands-agents/sdk";
import { expect, test } from "vitest";
import * as z from "zod";
import { createCompactionMiddleware } from "../src/index.ts";
import { type HostModel, modelOf } from "./conformance/rig.ts";

const windowTokens = 8_000;
const OUTPUT = "strands_structured_output";
const LONG = "what about this? ".repeat(200);

function createAgent(url: string, model: HostModel, id = "agent"): Agent {
  const agent = new Agent({
    id,
    description: `The agent ${id}.`,
    model: modelOf(model, url, "claude-sonnet-4-6"),
    conversationManager: new NullConversationManager(),
    retryStrategy: null,
    printer: false,
  });
  agent.addMiddleware(InvokeModelStage, middleware);
  return agent;
}

/** One middleware for all agents: the state of each is in its own `appState`. */
const middleware = createCompactionMiddleware({ policy: { windowTokens } });

const output = (values: object): Step => ({
  type: "answer",
  calls: [{ name: OUTPUT, arguments: JSON.stringify(values) }],
});

const isCompacted = ({ messages }: ReceivedRequest): boolean =>
  JSON.stringify(messages).includes("was compacted");

test.each(["Anthropic", "OpenAI"] as const)(
  "%s: a structured answer is forced and returned, in a turn that compacts",
  async (model) => {
    await using provider = await startProvider({
      windowTokens,
      script: ({ body }) =>
        JSON.stringify(body).includes(`tool_choice":{`) ? output({ answer: "It is." }) : "Fine.",
    });
    const agent = createAgent(provider.url, model);
    for (let turn = 1; turn <= 8; turn += 1) await agent.invoke(`Question ${turn}: ${LONG}`);
    const structuredOutputSchema = z.object({ answer: z.string() });
    const result = await agent.invoke("Is it?", { structuredOutputSchema });
    expect(result.structuredOutput).toEqual({ answer: "It is." });
    const requests = provider.requests();
    expect(requests.every(({ outcome }) => outcome.type === "answered")).toBe(true);
    const forced = requests.at(-1);
    expect(forced && isCompacted(forced)).toBe(true);
    expect(JSON.stringify(forced?.body)).toContain(OUTPUT);
  },
);

test("agents of a swarm that share a middleware compact their own messages", async () => {
  await using provider = await startProvider({
    windowTokens,
    script({ body, messages }) {
      if (!JSON.stringify(body).includes(OUTPUT)) return "Fine.";
      const said = JSON.stringify(messages);
      return said.includes("Look it up.") && !said.includes("SECOND")
        ? output({ agentId: "second", message: "Find the berth." })
        : output({ message: "Berth 12." });
    },
  });
  const first = createAgent(provider.url, "Anthropic", "first");
  const second = createAgent(provider.url, "Anthropic", "second");
  for (let turn = 1; turn <= 8; turn += 1) {
    await first.invoke(`FIRST ${turn}: ${LONG}`);
    await second.invoke(`SECOND ${turn}: ${LONG}`);
  }
  const before = provider.requests().length;
  const swarm = new Swarm({ nodes: [first, second], start: "first", maxSteps: 4 });
  const result = await swarm.invoke("Look it up.");
  expect(JSON.stringify(result.content)).toContain("Berth 12.");
  const requests = provider.requests();
  expect(requests.every(({ outcome }) => outcome.type === "answered")).toBe(true);
  const said = requests.slice(before).map((request) => ({
    isCompacted: isCompacted(request),
    first: JSON.stringify(request.messages).includes("FIRST"),
    second: JSON.stringify(request.messages).includes("SECOND"),
  }));
  expect(said).toEqual([
    { isCompacted: true, first: true, second: false },
    { isCompacted: true, first: false, second: true },
  ]);
});
