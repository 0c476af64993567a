import { createHash } from "node:crypto";
import type {
  AdapterInstance,
  AdapterRig,
  AdapterSetup,
  AdapterTool,
  TurnResult,
} from "@cutpoint/conformance";
import type { Item } from "@cutpoint/core";
import type { StateStore } from "@cutpoint/session/store";
import {
  Agent,
  type AgentInputItem,
  handoff,
  MemorySession,
  type ModelProvider,
  type NonStreamRunOptions,
  Runner,
  RunState,
  type Session,
  StreamedRunResult,
  tool,
} from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI from "openai";
import {
  createCompactTool,
  createRecallTool,
  fromAgentItems,
  toAgentItems,
  withCompaction,
} from "@cutpoint/adapter-openai-agents";
import {
  CONVERSATION,
  createMemoryStates,
} from "../../../conformance/test/support/adapter/memory-states.ts";
import { samples } from "./samples.ts";

export type RunnerHost = {
  readonly api: "Responses" | "Chat Completions";
  readonly streaming: boolean;
};

/** The SDK's runner and its own session in memory, with a decorated provider of OpenAI's models. */
export function runnerRig(host: RunnerHost): AdapterRig {
  return {
    facts: {
      overflow: "recovers",
      streaming: host.streaming,
      persists: "view",
      durable: false,
      dropsReusedCalls: true,
    },
    features: ["interrupt-and-resume", "structured-output", "handoff", "recall", "compact-tool"],
    samples,
    roundTrip,
    create: async (setting) => openWorld(setting, host),
  };
}

/** Converts items to messages and back. */
export const roundTrip: AdapterRig["roundTrip"] = (items) =>
  fromAgentItems(items as unknown as AgentInputItem[]).flatMap(toAgentItems) as never;

/** Items of a session, with ids that an edit of an earlier item changes. */
export function itemsOf(items: readonly AgentInputItem[]): readonly Item[] {
  let id = "";
  return fromAgentItems(items).map((message) => {
    id = createHash("sha256").update(id).update(JSON.stringify(message)).digest("hex");
    return { id, message };
  });
}

/** The state between two turns, and the function that runs a turn. */
type State = {
  session: MemorySession;
  states: StateStore;
  run: Running;
};

type Running = (input: string, session: MemorySession, signal: AbortSignal) => Promise<TurnResult>;

function openWorld(setting: AdapterSetup, host: RunnerHost): AdapterInstance {
  const fresh = (): Omit<State, "run"> => ({
    session: new MemorySession(),
    states: createMemoryStates(),
  });
  const beginning = fresh();
  const state: State = { ...beginning, run: running(setting, host, beginning.states) };
  return {
    turn: async (input, signal) => state.run(input, state.session, signal),
    stored: async () => itemsOf(await state.session.getItems()),
    async write(items) {
      const before = await state.session.getItems();
      const known = new Map(
        itemsOf(before).map((item, index) => [item.id, { item, own: before[index] }]),
      );
      await state.session.clearSession();
      await state.session.addItems(items.flatMap((item) => ownItems(item, known.get(item.id))));
    },
    async reopen(what) {
      if (what === "process") Object.assign(state, fresh());
      state.run = running(setting, host, state.states);
    },
    async [Symbol.asyncDispose]() {},
  };
}

function ownItems(
  { message }: Item,
  known: { readonly item: Item; readonly own: AgentInputItem | undefined } | undefined,
): readonly AgentInputItem[] {
  const isSame = JSON.stringify(known?.item.message) === JSON.stringify(message);
  return isSame && known?.own !== undefined ? [known.own] : toAgentItems(message);
}

function running(setting: AdapterSetup, host: RunnerHost, states: StateStore): Running {
  const warnings: string[] = [];
  const modelProvider = providerOf(setting, host);
  const { background = false, policy, summarizer, windowTokens, withAdapter, model } = setting;
  const decorated = withCompaction(modelProvider, {
    policy: { windowTokens, ...policy },
    background,
    compactTool: setting.feature === "compact-tool",
    summarizer: () => summarizer, // a function, so that nothing follows it
    states,
    conversationId: CONVERSATION,
    onWarning: ({ type }) => void warnings.push(type),
  });
  const runner = new Runner({
    model,
    modelProvider: withAdapter ? decorated : modelProvider,
    tracingDisabled: true,
  });
  return async (input, session, signal) => {
    const agent = agentOf(setting, session);
    warnings.length = 0;
    const ran = await runOnce(runner, agent, input, { session, signal }, host);
    return { ...ran, warnings: [...warnings] };
  };
}

export function providerOf({ url }: AdapterSetup, { api }: RunnerHost): ModelProvider {
  const openAIClient = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
  return new OpenAIProvider({ openAIClient, useResponses: api === "Responses" });
}

export function agentOf({ system, tools, feature }: AdapterSetup, session: Session): Agent {
  const settings = {
    ...(system === null ? {} : { instructions: system }),
    ...(feature === "structured-output" ? { outputType: ANSWER as unknown as "text" } : {}),
  };
  if (feature !== "handoff")
    return new Agent({
      name: "first",
      ...settings,
      tools: [
        ...tools.map((each) => hostTool(each, feature === "interrupt-and-resume")),
        ...(feature === "recall" ? [createRecallTool(session)] : []),
        ...(feature === "compact-tool" ? [createCompactTool(session)] : []),
      ],
    });
  const second = new Agent({ name: "second", instructions: "You are the second agent." });
  const handoffs = tools.map(({ name, description, run }) =>
    handoff(second, {
      toolNameOverride: name,
      toolDescriptionOverride: description,
      onHandoff: async () => void (await run("{}")),
    }),
  );
  return new Agent({ name: "first", ...settings, handoffs });
}

const ANSWER = {
  type: "json_schema",
  name: "answer",
  strict: true,
  schema: {
    type: "object",
    properties: { answer: { type: "string" } },
    required: ["answer"],
    additionalProperties: false,
  },
} as const;

function hostTool({ name, description, parameters, run }: AdapterTool, needsApproval: boolean) {
  return tool({
    name,
    description,
    strict: false,
    parameters: { additionalProperties: true, required: [], ...(parameters as object) } as never,
    needsApproval,
    execute: async (values: unknown) => run(JSON.stringify(values)),
  });
}

type Options = Pick<NonStreamRunOptions<unknown>, "session" | "signal">;

/** Runs until there is an answer. Every tool call is approved through a serialized state. */
export async function runOnce(
  runner: Runner,
  agent: Agent,
  input: string | RunState<unknown, Agent>,
  options: Options,
  host: RunnerHost,
): Promise<Omit<TurnResult, "warnings">> {
  const pieces: string[] = [];
  const ran = host.streaming
    ? await runner.run(agent, input, { ...options, stream: true })
    : await runner.run(agent, input, options);
  if (ran instanceof StreamedRunResult) {
    for await (const piece of ran.toTextStream()) pieces.push(piece);
    await ran.completed;
  }
  if (ran.interruptions.length === 0) {
    const { finalOutput, state } = ran;
    const text: unknown = finalOutput;
    const entries = state.usage.requestUsageEntries ?? [];
    return {
      text: typeof text === "string" ? text : JSON.stringify(text),
      pieces,
      summaryCalls: entries.filter(({ endpoint }) => endpoint === "cutpoint.summary").length,
    };
  }
  const state = await RunState.fromString(agent, ran.state.toString());
  for (const interruption of state.getInterruptions()) state.approve(interruption);
  const resumed = await runOnce(runner, agent, state, options, host);
  return { ...resumed, pieces: [...pieces, ...resumed.pieces] };
}
