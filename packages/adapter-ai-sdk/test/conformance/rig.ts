import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { AdapterInstance, AdapterRig, AdapterSetup, AdapterTool } from "@cutpoint/conformance";
import type { Item, Receipt } from "@cutpoint/core";
import type { CompactionOptions } from "@cutpoint/host-kit";
import { jsonSchema, type ModelMessage, stepCountIs, tool, type ToolSet } from "ai";
import {
  ANSWER,
  type Loop,
  observe,
  openApp,
  type StateOptions,
} from "../../../conformance/test/support/adapter/app-host.ts";
import { itemsWith } from "../../../host-kit/test/support/items-with.ts";
import { fromModelMessages, toModelMessages } from "../../src/prompt/convert.ts";
import { unitFormat } from "../../src/prompt/unit-format.ts";
import { createCompactTool } from "../../src/compact-tool.ts";
import { createRecallTool } from "../../src/recall-tool.ts";
import { samples } from "./samples.ts";
import type { Sdk, Steps } from "./sdk.ts";

export type Host = {
  readonly api: "Responses" | "Chat Completions";
  readonly sdk: Sdk;
  readonly streaming: boolean;
};

/** `generateText` or `streamText` over messages that the app keeps, with a wrapped model of OpenAI. */
export function hostRig(host: Host): AdapterRig {
  return {
    facts: {
      overflow: "recovers",
      streaming: host.streaming,
      persists: "view",
      durable: false,
      rejectsOpenCalls: true,
    },
    features: ["interrupt-and-resume", "structured-output", "recall", "compact-tool"],
    samples,
    roundTrip: (messages) =>
      toModelMessages(fromModelMessages(messages as unknown as ModelMessage[])) as never,
    create: async (setting) => openHost(setting, host),
  };
}

function openHost(setting: AdapterSetup, host: Host): AdapterInstance {
  return openApp({
    question: (content): ModelMessage => ({ role: "user", content }),
    itemsOf: async (messages) => itemsOf(messages, host.sdk),
    written: toModelMessages,
    createLoop: (states) => createLoop(setting, host, states),
  });
}

/** The messages as the adapter sees them, with its ids. */
async function itemsOf(
  messages: readonly ModelMessage[],
  { convertPrompt }: Sdk,
): Promise<readonly Item[]> {
  const prompt = await convertPrompt({
    prompt: { instructions: undefined, messages: [...messages] },
    supportedUrls: {},
    download: undefined,
  });
  return itemsWith(prompt as readonly ModelMessage[], unitFormat);
}

function createLoop(setting: AdapterSetup, host: Host, states: StateOptions): Loop<ModelMessage> {
  const { begin, options, reports } = observe(setting);
  const model = modelOf(setting, host, { ...options, ...states });
  const needsApproval = setting.feature === "interrupt-and-resume";
  const tools: ToolSet = {
    ...Object.fromEntries(setting.tools.map((each) => [each.name, toolOf(each, needsApproval)])),
    ...(setting.feature === "recall" ? { recall: createRecallTool() } : {}),
    ...(setting.feature === "compact-tool" ? { compact_conversation: createCompactTool() } : {}),
  };
  return async (messages, abortSignal) => {
    begin();
    const call = {
      model,
      messages: [...messages],
      tools,
      abortSignal,
      maxRetries: 0,
      stopWhen: stepCountIs(50),
      ...(setting.system === null ? {} : host.sdk.instructions(setting.system)),
      ...(setting.feature !== "structured-output"
        ? {}
        : { output: host.sdk.Output.object({ schema: jsonSchema(ANSWER) }) }),
    };
    const { added, pieces, ...ran } = await runApproved(call, host);
    const receipts = ran.steps.flatMap(
      ({ providerMetadata }) =>
        (providerMetadata?.["cutpoint"]?.["receipts"] ?? []) as unknown as readonly Receipt[],
    );
    return {
      text: ran.text,
      pieces,
      warnings: reports().warnings,
      summaryCalls: receipts.reduce((sum, { attempts }) => sum + attempts.length, 0),
      added,
    };
  };
}

type Call = Parameters<Sdk["generateText"]>[0];

/** Runs until there is an answer. Every tool call is approved over messages that were written as JSON. */
async function runApproved(
  call: Call & { readonly messages: ModelMessage[] },
  host: Host,
): Promise<Ran & { readonly added: readonly ModelMessage[] }> {
  const ran = host.streaming ? await streamed(call, host.sdk) : await whole(call, host.sdk);
  const added = host.sdk.addedIn(ran.steps);
  const approvals = (ran.steps.at(-1)?.content ?? []).flatMap((part) =>
    part.type === "tool-approval-request"
      ? { type: "tool-approval-response" as const, approvalId: part.approvalId, approved: true }
      : [],
  );
  if (approvals.length === 0) return { ...ran, added };
  const approved: ModelMessage[] = [...added, { role: "tool", content: approvals }];
  const messages = JSON.parse(JSON.stringify([...call.messages, ...approved])) as ModelMessage[];
  const rest = await runApproved({ ...call, messages }, host);
  return {
    text: rest.text,
    pieces: [...ran.pieces, ...rest.pieces],
    steps: [...ran.steps, ...rest.steps],
    added: [...approved, ...rest.added],
  };
}

type Ran = {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly steps: Steps;
};

async function whole(call: Call, { generateText }: Sdk): Promise<Ran> {
  const { steps, text } = await generateText(call);
  return { text, steps, pieces: [] };
}

async function streamed(call: Call, { streamText }: Sdk): Promise<Ran> {
  const pieces: string[] = [];
  const running = streamText({ ...call, onError: () => undefined });
  for await (const part of running.fullStream) {
    if (part.type === "text-delta") pieces.push(part.text);
    if (part.type === "error") throw part.error;
    if (part.type === "abort") call.abortSignal?.throwIfAborted();
  }
  return { text: await running.text, steps: await running.steps, pieces };
}

function modelOf(
  { model, url, withAdapter }: AdapterSetup,
  { api, sdk }: Host,
  options: CompactionOptions,
): LanguageModelV4 {
  const provider = sdk.createOpenAI({ apiKey: "none", baseURL: `${url}/v1` });
  const inner = api === "Responses" ? provider.responses(model) : provider.chat(model);
  if (!withAdapter) return inner;
  return sdk.wrap(inner, options);
}

function toolOf(
  { description, parameters, run }: AdapterTool,
  needsApproval: boolean,
): ToolSet[string] {
  return tool({
    needsApproval,
    description,
    inputSchema: jsonSchema(parameters as never),
    execute: async (values: unknown) => run(JSON.stringify(values)),
  });
}
