import Anthropic from "@anthropic-ai/sdk";
import type { AdapterInstance, AdapterRig, AdapterSetup, AdapterTool } from "@cutpoint/conformance";
import {
  Agent,
  type AgentConfig,
  BeforeToolCallEvent,
  configureLogging,
  type InvokableTool,
  InterruptResponseContent,
  InvokeModelStage,
  type JSONValue,
  type Message as AgentMessage,
  type Model,
  NullConversationManager,
  tool,
} from "@strands-agents/sdk";
import { AnthropicModel } from "@strands-agents/sdk/models/anthropic";
import { OpenAIModel } from "@strands-agents/sdk/models/openai";
import {
  type Loop,
  observe,
  openApp,
  type StateOptions,
} from "../../../conformance/test/support/adapter/app-host.ts";
import OpenAI from "openai";
import { itemsWith } from "../../../host-kit/test/support/items-with.ts";
import { createCompactTool } from "../../src/compact-tool.ts";
import {
  agentMessageOf,
  dataOf,
  fromStrandsMessages,
  toStrandsMessages,
} from "../../src/convert.ts";
import { strandsFormat, type StrandsMessage } from "../../src/format.ts";
import { createCompactionMiddleware } from "../../src/middleware.ts";
import { createRecallTool } from "../../src/recall-tool.ts";
import { samples } from "./samples.ts";

// For Responses, the SDK warns of each answer with reasoning that it sends without.
configureLogging({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
});

/** A model of the SDK. That of OpenAI uses Responses: for Chat Completions, the SDK trims the text of answers. */
export type HostModel = "Anthropic" | "OpenAI";

/** An agent of the SDK whose messages and state the app keeps. */
export function hostRig(host: HostModel): AdapterRig {
  return {
    facts: {
      overflow: "recovers",
      streaming: true,
      persists: "view",
      durable: false,
      returnsThinking: host === "Anthropic",
    },
    // The SDK asks for structured answers and handoffs by a tool of its own, which the cases do not call:
    // `several-agents.test.ts` tests both.
    features: ["interrupt-and-resume", "recall", "compact-tool"],
    samples,
    roundTrip: (messages) =>
      toStrandsMessages(
        fromStrandsMessages(messages.map((each) => agentMessageOf(each as StrandsMessage))),
      ).map(dataOf) as never,
    create: async (setting) => openHost(setting, host),
  };
}

/** @param url that of the provider, without a path */
export function modelOf(host: HostModel, url: string, modelId: string): Model {
  const common = { modelId, maxTokens: 1_000 };
  const options = { apiKey: "none", maxRetries: 0 };
  return host === "Anthropic"
    ? new AnthropicModel({ ...common, client: new Anthropic({ ...options, baseURL: url }) })
    : new OpenAIModel({ ...common, client: new OpenAI({ ...options, baseURL: `${url}/v1` }) });
}

function openHost(setting: AdapterSetup, host: HostModel): AdapterInstance {
  return openApp<AgentMessage>({
    question: (text) => agentMessageOf({ role: "user", content: [{ text }] }),
    itemsOf: (messages) => itemsWith(messages.map(dataOf), strandsFormat),
    written: toStrandsMessages,
    createLoop: (states) => createLoop(setting, host, states),
  });
}

function createLoop(
  setting: AdapterSetup,
  host: HostModel,
  { conversationId, states }: StateOptions,
): Loop<AgentMessage> {
  const { begin, options, reports } = observe(setting);
  const middleware = createCompactionMiddleware(options);
  const model = modelOf(host, setting.url, setting.model);
  const tools = setting.tools.map(toolOf);
  if (setting.feature === "recall") tools.push(createRecallTool());
  if (setting.feature === "compact-tool") tools.push(createCompactTool());
  /** The agent of the conversation while no turn runs. Concurrent turns need agents of their own. */
  let idle: Agent | null = null;

  async function openAgent(): Promise<Agent> {
    const text = await states.find(conversationId);
    const config: AgentConfig = {
      model,
      tools,
      appState: text === null ? {} : (JSON.parse(text) as Record<string, JSONValue>),
      conversationManager: new NullConversationManager(),
      retryStrategy: null,
      printer: false,
      ...(setting.system === null ? {} : { systemPrompt: setting.system }),
    };
    const agent = new Agent(config);
    if (setting.withAdapter) agent.addMiddleware(InvokeModelStage, middleware);
    if (setting.feature === "interrupt-and-resume")
      agent.addHook(BeforeToolCallEvent, (event) => {
        event.interrupt({ name: "approve" });
      });
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
      await run(agent, messages.at(-1)!.content, signal, pieces);
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

/** Runs an agent until it has an answer, and approves each tool call over a copy of its state. */
async function run(
  agent: Agent,
  input: Parameters<Agent["stream"]>[0],
  signal: AbortSignal,
  pieces: string[],
): Promise<void> {
  const stream = agent.stream(input, { cancelSignal: signal });
  let step = await stream.next();
  for (; step.done !== true; step = await stream.next()) {
    const { value } = step;
    if (value.type !== "modelStreamUpdateEvent") continue;
    const { event } = value;
    if (event.type === "modelContentBlockDeltaEvent" && event.delta.type === "textDelta")
      pieces.push(event.delta.text);
  }
  const { interrupts = [], stopReason } = step.value;
  if (stopReason !== "interrupt") return;
  agent.loadSnapshot(structuredClone(agent.takeSnapshot({ preset: "session" })));
  const approvals = interrupts.map(
    ({ id: interruptId }) => new InterruptResponseContent({ interruptId, response: true }),
  );
  await run(agent, approvals, signal, pieces);
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
