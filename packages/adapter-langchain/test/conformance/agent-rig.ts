import type { AdapterInstance, AdapterRig, AdapterSetup } from "@cutpoint/conformance";
import type { Item } from "@cutpoint/core";
import {
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
} from "@langchain/core/messages";
import {
  type BaseCheckpointSaver,
  Command,
  InMemoryStore,
  REMOVE_ALL_MESSAGES,
} from "@langchain/langgraph";
import { createAgent, providerStrategy, type ReactAgent } from "langchain";
import { fromLangChainMessage, toLangChainMessage } from "@cutpoint/adapter-langchain";
import {
  createCompactionMiddleware,
  readThreadMessages,
} from "@cutpoint/adapter-langchain/middleware";
import type { Vendor } from "../agent/rig.ts";
import { featureMiddleware, handoffTool } from "./agent-features.ts";
import { hostTool, modelOf } from "./host-tools.ts";
import { roundTrip, samples } from "./samples.ts";
import type { SaverPlace } from "./savers.ts";

export type AgentHost = {
  readonly vendor: Vendor;
  readonly streaming: boolean;
  readonly persist: "store" | "view" | "replace";
  /** Storage of the threads; reopened after a restart. */
  readonly openSaver: () => Promise<SaverPlace>;
  readonly durable: boolean;
};

/** `createAgent` with the middleware. */
export function agentRig(host: AgentHost): AdapterRig {
  const { streaming, persist, durable } = host;
  return {
    facts: {
      overflow: "recovers",
      streaming,
      // A failed stream of the Responses API ends in an empty or partial answer.
      failedStreams: host.vendor === "openai-responses" ? "hidden" : "rejected",
      failedSteps: "discarded", // LangGraph writes the result of a step when it ends
      persists: persist === "store" ? "view" : persist,
      durable,
      returnsThinking: host.vendor === "anthropic",
    },
    features: ["interrupt-and-resume", "structured-output", "handoff", "recall", "compact-tool"],
    samples,
    roundTrip,
    create: async (setting) => openWorld(setting, host),
  };
}

type State = { readonly values: { readonly messages?: BaseMessage[] } };

/** The adapter's reports in a turn. */
type TurnReport = { readonly warnings: string[]; calls: number };

const threadId = "one";
const config = { configurable: { thread_id: threadId } };

async function openWorld(setting: AdapterSetup, host: AgentHost): Promise<AdapterInstance> {
  const place = await host.openSaver();
  let report: TurnReport = { warnings: [], calls: 0 };
  const store = new InMemoryStore();
  const open = (): ReactAgent =>
    openAgent(setting, host, { checkpointer: place.saver(), store }, () => report);
  let agent = open();
  let last: Promise<unknown> = Promise.resolve();

  const thread = async (): Promise<readonly BaseMessage[]> => {
    const state = (await agent.graph.getState(config)) as State;
    return state.values.messages ?? [];
  };
  const messages = async (): Promise<readonly BaseMessage[]> =>
    (await readThreadMessages({ store, threadId }, await thread())).messages;
  const turn = async (input: string, signal: AbortSignal): ReturnType<AdapterInstance["turn"]> => {
    report = { warnings: [], calls: 0 };
    const { text, pieces } = await run(
      agent,
      { messages: [new HumanMessage(input)] },
      host,
      signal,
    );
    return { text, pieces, warnings: report.warnings, summaryCalls: report.calls };
  };
  return {
    // LangGraph leaves it to the host that the turns of a thread come one after the other.
    async turn(input, signal) {
      const now = last.then(() => turn(input, signal));
      last = now.catch(() => undefined);
      return now;
    },
    stored: async () => itemsOf(await messages()),
    async write(items) {
      const before = await messages();
      const own = new Map(itemsOf(before).map((item, index) => [item.id, { item, index }]));
      const written = items.map((item) => {
        const known = own.get(item.id);
        const isSame = JSON.stringify(known?.item.message) === JSON.stringify(item.message);
        return (isSame && before[known?.index ?? -1]) || ownMessage(item);
      });
      const removal = new RemoveMessage({ id: REMOVE_ALL_MESSAGES });
      const left = withoutMoved(written, before, await thread());
      await agent.graph.updateState(config, { messages: [removal, ...left] }, "model_request");
    },
    async reopen(what) {
      if (what === "process") await place.restart();
      agent = open();
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

/** LangGraph gives each message of a thread an id. */
function itemsOf(messages: readonly BaseMessage[]): readonly Item[] {
  return messages.map((message) => ({
    id: String(message.id),
    message: fromLangChainMessage(message),
  }));
}

/** Messages in the store cannot be written: those that replace them in the thread take the place of the last of them. */
function withoutMoved(
  written: readonly BaseMessage[],
  all: readonly BaseMessage[],
  thread: readonly BaseMessage[],
): readonly BaseMessage[] {
  const own = new Set(all.map(({ id }) => id));
  const prefix = thread.filter(({ id }) => !own.has(id));
  const moved = new Set(all.slice(0, all.length - (thread.length - prefix.length)));
  const place = written.findLastIndex((message) => moved.has(message)) + 1;
  const stays = (message: BaseMessage): boolean => !moved.has(message);
  return [...written.slice(0, place).filter(stays), ...prefix, ...written.slice(place)];
}

function ownMessage({ id, message }: Item): BaseMessage {
  return toLangChainMessage(message, { id });
}

function openAgent(
  setting: AdapterSetup,
  host: AgentHost,
  storage: { readonly checkpointer: BaseCheckpointSaver; readonly store: InMemoryStore },
  report: () => TurnReport,
): ReactAgent {
  const { background = false, feature, policy, summarizer, system, tools, withAdapter } = setting;
  const compaction = createCompactionMiddleware({
    policy,
    background,
    summarizer: () => summarizer, // a function, so that nothing follows it
    persist: host.persist,
    recall: feature === "recall",
    compactTool: feature === "compact-tool",
    onWarning: ({ type }) => void report().warnings.push(type),
    onEvent: (event) => {
      if (event.type === "applied") report().calls += event.receipt.attempts.length;
    },
  });
  const agent = createAgent({
    model: modelOf(setting, host.vendor, host.streaming),
    tools: tools.map(feature === "handoff" ? handoffTool : hostTool),
    ...storage,
    middleware: [...featureMiddleware(feature), ...(withAdapter ? [compaction] : [])],
    ...(system === null ? {} : { systemPrompt: system }),
    ...(feature === "structured-output" ? { responseFormat: providerStrategy(ANSWER) } : {}),
  } as object as Parameters<typeof createAgent>[0]);
  return agent as object as ReactAgent;
}

const ANSWER: Parameters<typeof providerStrategy>[0] = {
  title: "answer",
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
};

type Ran = { readonly text: string; readonly pieces: readonly string[] };

/** Runs an agent until it has answered; every tool call is approved. */
async function run(
  agent: ReactAgent,
  input: object | Command,
  host: AgentHost,
  signal: AbortSignal,
): Promise<Ran> {
  const pieces: string[] = [];
  let state: { messages?: BaseMessage[]; __interrupt__?: unknown } = {};
  if (host.streaming) {
    const stream = await agent.graph.stream(input as never, {
      ...config,
      signal,
      streamMode: ["messages", "values"],
    });
    for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>) {
      if (mode === "values") state = chunk as typeof state;
      else {
        const [message] = chunk as [BaseMessage];
        if (AIMessageChunk.isInstance(message) && message.text !== "") pieces.push(message.text);
      }
    }
  } else state = await agent.graph.invoke(input as never, { ...config, signal });
  if (state.__interrupt__ !== undefined) {
    const resumed = await run(agent, new Command({ resume: APPROVED }), host, signal);
    return { text: resumed.text, pieces: [...pieces, ...resumed.pieces] };
  }
  return { text: state.messages?.at(-1)?.text ?? "", pieces };
}

const APPROVED = { decisions: [{ type: "approve" }] };
