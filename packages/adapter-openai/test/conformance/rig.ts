import type { AdapterInstance, AdapterRig, AdapterSetup } from "@cutpoint/conformance";
import OpenAI from "openai";
import {
  type Loop,
  observe,
  appTool,
  openApp,
  type StateOptions,
} from "../../../conformance/test/support/adapter/app-host.ts";
import { withCompaction } from "../../src/with-compaction.ts";
import { createCompactTool } from "../../src/compact-tool.ts";
import { createRecallTool } from "../../src/recall-tool.ts";
import type { Api } from "./api.ts";

/** A loop over the client of the SDK, with messages that the app keeps. */
export function hostRig<Sent extends object>(api: Api<Sent>, streaming: boolean): AdapterRig {
  return {
    facts: { overflow: "recovers", streaming, persists: "view", durable: false },
    features: ["structured-output", "recall", "compact-tool"],
    samples: api.samples,
    roundTrip: api.roundTrip,
    create: async (setting) => openHost(setting, api, streaming),
  };
}

function openHost<Sent extends object>(
  setting: AdapterSetup,
  api: Api<Sent>,
  streaming: boolean,
): AdapterInstance {
  return openApp({
    ...api,
    createLoop: (states) => createLoop(setting, api, { states, streaming }),
  });
}

type LoopOptions = {
  readonly states: StateOptions;
  readonly streaming: boolean;
};

function createLoop<Sent extends object>(
  setting: AdapterSetup,
  api: Api<Sent>,
  { states, streaming }: LoopOptions,
): Loop<Sent> {
  const { url, withAdapter } = setting;
  const { begin, options, reports } = observe(setting);
  const fetch = withCompaction(globalThis.fetch, { ...options, ...states });
  const client = new OpenAI({
    apiKey: "none",
    baseURL: `${url}/v1`,
    maxRetries: 0,
    ...(withAdapter ? { fetch } : {}),
  });
  return async (messages, signal) => {
    begin();
    const added: Sent[] = [];
    const pieces: string[] = [];
    const known = () => [...messages, ...added];
    const own = { recall: createRecallTool(known), "compact-tool": createCompactTool(known) };
    const tools = [
      ...setting.tools,
      ...(setting.feature === "recall" || setting.feature === "compact-tool"
        ? [appTool(own[setting.feature])]
        : []),
    ];
    const onText = streaming ? (piece: string): void => void pieces.push(piece) : undefined;
    for (;;) {
      const sent = [...messages, ...added];
      const { answer, calls, text } = await api.ask(client, {
        setting: { ...setting, tools },
        sent,
        signal,
        onText,
      });
      added.push(...answer);
      if (calls.length === 0) return { text, pieces, ...reports(), added };
      for (const { args, id, name } of calls) {
        const output = await tools.find((tool) => tool.name === name)?.run(args);
        added.push(api.result(id, output ?? `There is no tool ${name}.`));
      }
    }
  };
}
