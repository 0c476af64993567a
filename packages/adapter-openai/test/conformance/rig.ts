import type { AdapterInstance, AdapterRig, AdapterSetup, TurnResult } from "@cutpoint/conformance";
import type { CompactionState } from "@cutpoint/core";
import { createStateStorage, type StateStorage } from "@cutpoint/host-kit";
import OpenAI from "openai";
import { createCompactingFetch } from "../../src/compacting-fetch.ts";
import type { Api } from "./api.ts";

/** A loop over the client of the SDK, with messages that the app keeps. */
export function hostRig<Sent>(api: Api<Sent>, streaming: boolean): AdapterRig {
  return {
    facts: { overflow: "recovers", streaming, persists: "view", durable: false },
    features: ["structured-output"],
    samples: api.samples,
    roundTrip: api.roundTrip,
    create: async (setting) => openHost(setting, api, streaming),
  };
}

function openHost<Sent>(
  setting: AdapterSetup,
  api: Api<Sent>,
  streaming: boolean,
): AdapterInstance {
  let messages: readonly Sent[] = [];
  let stateStorage = createStateStorage<CompactionState>();
  let ask = createLoop(setting, api, { stateStorage, streaming });
  return {
    async turn(input, signal) {
      const question = api.question(input);
      const { added, ...result } = await ask([...messages, question], signal);
      messages = [...messages, question, ...added];
      return result;
    },
    stored: async () => api.itemsOf(messages),
    async write(items) {
      messages = api.written(items.map(({ message }) => message));
    },
    async reopen(what) {
      if (what === "process") {
        messages = [];
        stateStorage = createStateStorage<CompactionState>();
      }
      ask = createLoop(setting, api, { stateStorage, streaming });
    },
    async [Symbol.asyncDispose]() {},
  };
}

type Loop<Sent> = (
  messages: readonly Sent[],
  signal: AbortSignal,
) => Promise<TurnResult & { readonly added: readonly Sent[] }>;

type LoopOptions = {
  readonly stateStorage: StateStorage<CompactionState>;
  readonly streaming: boolean;
};

function createLoop<Sent>(
  setting: AdapterSetup,
  api: Api<Sent>,
  { stateStorage, streaming }: LoopOptions,
): Loop<Sent> {
  const warnings: string[] = [];
  let summaryCalls = 0;
  const { policy, summarizer, tools, url, windowTokens, withAdapter } = setting;
  const fetch = createCompactingFetch({
    policy: { windowTokens, ...policy },
    summarizer: () => summarizer, // a function, so that nothing follows it
    stateStorage,
    onWarning: ({ type }) => void warnings.push(type),
    onEvent(event) {
      if (event.type === "applied") summaryCalls += event.receipt.attempts.length;
    },
  });
  const client = new OpenAI({
    apiKey: "none",
    baseURL: `${url}/v1`,
    maxRetries: 0,
    ...(withAdapter ? { fetch } : {}),
  });
  return async (messages, signal) => {
    warnings.length = 0;
    summaryCalls = 0;
    const added: Sent[] = [];
    const pieces: string[] = [];
    const onText = streaming ? (piece: string): void => void pieces.push(piece) : undefined;
    for (;;) {
      const sent = [...messages, ...added];
      const { answer, calls, text } = await api.ask(client, { setting, sent, signal, onText });
      added.push(...answer);
      if (calls.length === 0) return { text, pieces, warnings: [...warnings], summaryCalls, added };
      for (const { args, id, name } of calls) {
        const output = await tools.find((tool) => tool.name === name)?.run(args);
        added.push(api.result(id, output ?? `There is no tool ${name}.`));
      }
    }
  };
}
