import type { AdapterInstance, AdapterRig, AdapterSetup, AdapterTool } from "@cutpoint/conformance";
import {
  Agent,
  type AgentConfig,
  type InvokableTool,
  InvokeModelStage,
  type JSONValue,
  type Message as AgentMessage,
  NullConversationManager,
  tool,
} from "@strands-agents/sdk";
import { AnthropicModel } from "@strands-agents/sdk/models/anthropic";
import {
  type Loop,
  observe,
  openApp,
  type StateOptions,
} from "../../../conformance/test/support/adapter/app-host.ts";
import { itemsWith } from "../../../host-kit/test/support/items-with.ts";
import {
  agentMessageOf,
  dataOf,
  fromStrandsMessages,
  toStrandsMessages,
} from "../../src/convert.ts";
import { strandsFormat, type StrandsMessage } from "../../src/format.ts";
import { createCompactionMiddleware } from "../../src/middleware.ts";
import { samples } from "./samples.ts";

/** An agent of the SDK whose messages and state the app keeps. */
export const hostRig: AdapterRig = {
  facts: {
    overflow: "recovers",
    streaming: true,
    persists: "view",
    durable: false,
    returnsThinking: true,
  },
  features: [],
  samples,
  roundTrip: (messages) =>
    toStrandsMessages(
      fromStrandsMessages(messages.map((each) => agentMessageOf(each as StrandsMessage))),
    ).map(dataOf) as never,
  create: async (setting) => openHost(setting),
};

function openHost(setting: AdapterSetup): AdapterInstance {
  return openApp<AgentMessage>({
    question: (text) => agentMessageOf({ role: "user", content: [{ text }] }),
    itemsOf: (messages) => itemsWith(messages.map(dataOf), strandsFormat),
    written: toStrandsMessages,
    createLoop: (states) => createLoop(setting, states),
  });
}

function createLoop(
  setting: AdapterSetup,
  { conversationId, states }: StateOptions,
): Loop<AgentMessage> {
  const { begin, options, reports } = observe(setting);
  const middleware = createCompactionMiddleware(options);
  const model = new AnthropicModel({
    apiKey: "none",
    modelId: setting.model,
    maxTokens: 1_000,
    clientConfig: { baseURL: setting.url, maxRetries: 0 },
  });
  /** The agent of the conversation while no turn runs. Concurrent turns need agents of their own. */
  let idle: Agent | null = null;

  async function openAgent(): Promise<Agent> {
    const text = await states.find(conversationId);
    const config: AgentConfig = {
      model,
      tools: setting.tools.map(toolOf),
      appState: text === null ? {} : (JSON.parse(text) as Record<string, JSONValue>),
      conversationManager: new NullConversationManager(),
      retryStrategy: null,
      printer: false,
      ...(setting.system === null ? {} : { systemPrompt: setting.system }),
    };
    const agent = new Agent(config);
    if (setting.withAdapter) agent.addMiddleware(InvokeModelStage, middleware);
    return agent;
  }

  return async (messages, signal) => {
    begin();
    const known = idle;
    idle = null;
    const agent = known ?? (await openAgent());
    agent.messages.splice(0, Infinity, ...messages.slice(0, -1));
    const pieces: string[] = [];
    try {
      const stream = agent.stream(messages.at(-1)!.content, { cancelSignal: signal });
      let step = await stream.next();
      for (; step.done !== true; step = await stream.next()) {
        const { value } = step;
        if (value.type !== "modelStreamUpdateEvent") continue;
        const { event } = value;
        if (event.type === "modelContentBlockDeltaEvent" && event.delta.type === "textDelta")
          pieces.push(event.delta.text);
      }
      signal.throwIfAborted();
      const added = agent.messages.slice(messages.length);
      const answer = added.at(-1)?.content ?? [];
      const said = answer.map((block) => (block.type === "textBlock" ? block.text : "")).join("");
      return { text: said, pieces, ...reports(), added };
    } finally {
      await states.save(conversationId, JSON.stringify(agent.appState.getAll()));
      idle = agent;
    }
  };
}

function toolOf({
  description,
  name,
  parameters,
  run,
}: AdapterTool): InvokableTool<unknown, JSONValue> {
  return tool({
    name,
    description,
    inputSchema: parameters as never,
    callback: async (input) => run(JSON.stringify(input)),
  }) as never;
}
