import {
  createCompactor,
  type FitOptions,
  type History,
  type Item,
  type Json,
  type Message,
  textOf,
  toolCalls,
  toolMessage,
  userMessage,
  viewOf,
} from "@cutpoint/core";
import type {
  AdapterInstance,
  AdapterRig,
  AdapterSetup,
  HostFeature,
} from "../../../src/adapter/rig.ts";
import { fromAnswer, toTurns } from "./anthropic-wire.ts";

/** Replacements for parts of the host. */
type Faults = {
  readonly sending?: (messages: readonly Message[]) => readonly Message[];
  readonly roundTrip?: (messages: readonly Json[]) => readonly Json[];
  /** Changes the request that the compactor receives. */
  readonly asking?: (request: FitOptions) => FitOptions;
  /** Feature that stops working after a compaction. */
  readonly losing?: HostFeature;
};

const question = (text: string): Json => ({
  role: "user",
  provenance: "user",
  parts: [{ type: "text", text }],
});

/**
 * Creates a host with the opposite facts of `fetchRig`.
 *
 * It uses Anthropic's API without streaming, does not recover, deletes compacted messages and keeps everything in
 * memory. Its messages are Cutpoint's own.
 */
export function plainHostRig(faults: Faults = {}): AdapterRig {
  return {
    facts: {
      overflow: "propagates",
      streaming: false,
      persists: "replace",
      durable: false,
      returnsThinking: true,
    },
    features: ["interrupt-and-resume", "structured-output", "handoff"],
    samples: {
      text: [question("What is it?")],
      parallelCalls: [question("Read both.")],
      files: null,
      reasoning: [
        {
          role: "assistant",
          parts: [{ type: "reasoning", text: "Well …", signature: "c2lnbmVk" }],
        },
      ],
      unknown: [
        { role: "user", provenance: "synthetic", parts: [{ type: "other", kind: "x", value: 1 }] },
      ],
    },
    roundTrip: (messages) => (faults.roundTrip ?? ((same) => same))(messages),
    create: async (setup) => createInstance(setup, faults),
  };
}

type State = { history: History; agent: number };

function createInstance(setup: AdapterSetup, faults: Faults): AdapterInstance {
  const { background = false, policy, summarizer } = setup;
  const compactor = createCompactor({ background, policy, summarizer });
  const state: State = { history: { items: [], state: null, startsAtBoundary: true }, agent: 1 };
  let ids = 0;
  let last: Promise<unknown> = Promise.resolve();

  const add = (message: Message): void => {
    const item: Item = { id: `item-${(ids += 1)}`, message };
    state.history = { ...state.history, items: [...state.history.items, item] };
  };

  const step = async (signal: AbortSignal): Promise<{ answer: Message; calls: number }> => {
    let calls = 0;
    if (setup.withAdapter) {
      const { model, tools, windowTokens } = setup;
      const request = { ...systemOf(setup, state), model, tools, windowTokens, signal };
      const change = faults.asking ?? ((same: FitOptions) => same);
      const fitted = await compactor.fit(state.history, change(request));
      signal.throwIfAborted();
      if (fitted.outcome.type === "compacted") calls = fitted.outcome.receipt.attempts.length;
      state.history = dropCompacted({ ...state.history, state: fitted.state });
    }
    const hasCompacted = (state.history.state?.compactedThrough ?? null) !== null;
    const lost = hasCompacted ? faults.losing : undefined;
    const { messages } = viewOf(state.history);
    const answer = await post(setup, state, (faults.sending ?? ((same) => same))(messages), {
      lost,
      signal,
    });
    add(answer);
    await runTools(answer, lost);
    return { answer, calls };
  };

  const runTools = async (answer: Message, lost: HostFeature | undefined): Promise<void> => {
    for (const call of toolCalls(answer)) {
      const tool = setup.tools.find(({ name }) => name === call.name);
      const result = await tool?.run(call.arguments);
      if (lost === "interrupt-and-resume" && setup.feature === lost)
        await tool?.run(call.arguments);
      if (setup.feature === "handoff") state.agent = 2;
      add(toolMessage(call, result ?? "There is no such tool."));
    }
  };

  const work = async (
    input: string,
    signal: AbortSignal,
  ): Promise<{ text: string; calls: number }> => {
    add(userMessage(input));
    for (let calls = 0; ;) {
      const done = await step(signal);
      calls += done.calls;
      if (toolCalls(done.answer).length === 0) return { text: textOf(done.answer), calls };
    }
  };

  return {
    async turn(input, signal) {
      const turn = last.then(async () => work(input, signal));
      last = turn.catch(() => {});
      const { text, calls } = await turn;
      return { text, pieces: [], warnings: [], summaryCalls: calls };
    },
    stored: async () =>
      viewOf(state.history).messages.map((message, index) => ({ id: `stored-${index}`, message })),
    async write(items) {
      state.history = { items, state: null, startsAtBoundary: true };
    },
    async reopen(what) {
      if (what === "process") state.history = { items: [], state: null, startsAtBoundary: true };
    },
    async [Symbol.asyncDispose]() {},
  };
}

function dropCompacted(history: History): History {
  const last = history.items.findLastIndex(({ id }) => id === history.state?.compactedThrough);
  return { ...history, items: history.items.slice(last + 1) };
}

function systemOf({ system }: AdapterSetup, { agent }: State): { system?: string } {
  const text = agent === 1 ? system : "You are the second agent.";
  return text === null ? {} : { system: text };
}

async function post(
  setup: AdapterSetup,
  state: State,
  messages: readonly Message[],
  { lost, signal }: { readonly lost: HostFeature | undefined; readonly signal: AbortSignal },
): Promise<Message> {
  const shown = lost === "handoff" ? { ...state, agent: 1 } : state;
  const isFormed = setup.feature === "structured-output" && lost !== "structured-output";
  const response = await fetch(`${setup.url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    signal,
    body: JSON.stringify({
      model: setup.model,
      max_tokens: 1_000,
      ...systemOf(setup, shown),
      ...(isFormed ? { output_format: { type: "json_schema" } } : {}),
      tools: setup.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
      messages: toTurns(messages),
    }),
  });
  const body = (await response.json()) as {
    readonly content?: readonly Readonly<Record<string, unknown>>[];
    readonly error?: { readonly message: string };
  };
  if (response.ok && body.content !== undefined) return fromAnswer(body.content);
  throw Object.assign(new Error(body.error?.message ?? "no answer"), { status: response.status });
}
