import Anthropic from "@anthropic-ai/sdk";
import type { AdapterInstance, AdapterRig, AdapterSetup, AdapterTool } from "@cutpoint/conformance";
import { anthropicCodec } from "@cutpoint/host-kit/http";
import {
  ANSWER,
  type Loop,
  observe,
  appTool,
  openApp,
  type StateOptions,
} from "../../../conformance/test/support/adapter/app-host.ts";
import { itemsWith } from "../../../host-kit/test/support/items-with.ts";
import { fromAnthropicMessages, toAnthropicMessages } from "../../src/convert.ts";
import { createCompactionMiddleware } from "../../src/middleware.ts";
import { createCompactTool } from "../../src/compact-tool.ts";
import { createRecallTool } from "../../src/recall-tool.ts";
import { samples } from "./samples.ts";

type MessageParam = Anthropic.MessageParam;

/** How the app calls the client. */
type Host = {
  readonly streaming: boolean;
  /** Whether the end of each request is a cache point. Default: `false`. */
  readonly cached?: boolean;
};

/** A loop over the client of the SDK, with messages that the app keeps. */
export function hostRig(host: Host): AdapterRig {
  const { streaming } = host;
  return {
    facts: {
      overflow: "recovers",
      streaming,
      persists: "view",
      durable: false,
      returnsThinking: true,
    },
    features: ["structured-output", "recall", "compact-tool"],
    samples,
    roundTrip: (messages) => toAnthropicMessages(fromAnthropicMessages(messages as never)) as never,
    create: async (setting) => openHost(setting, host),
  };
}

function openHost(setting: AdapterSetup, host: Host): AdapterInstance {
  return openApp({
    question: (content): MessageParam => ({ role: "user", content }),
    itemsOf: (messages) => itemsWith(messages, anthropicCodec),
    written: toAnthropicMessages,
    createLoop: (states) => createLoop(setting, host, states),
  });
}

function createLoop(
  setting: AdapterSetup,
  { cached = false, streaming }: Host,
  states: StateOptions,
): Loop<MessageParam> {
  const { begin, options, reports } = observe(setting);
  const middleware = createCompactionMiddleware({ ...options, ...states });
  const client = new Anthropic({
    apiKey: "none",
    baseURL: setting.url,
    maxRetries: 0,
    ...(setting.withAdapter ? { middleware: [middleware] } : {}),
  });
  return async (messages, signal) => {
    begin();
    const added: MessageParam[] = [];
    const known = () => [...messages, ...added];
    const own = { recall: createRecallTool(known), "compact-tool": createCompactTool(known) };
    const tools: readonly AdapterTool[] = [
      ...setting.tools,
      ...(setting.feature === "recall" || setting.feature === "compact-tool"
        ? [appTool(own[setting.feature])]
        : []),
    ];
    const pieces: string[] = [];
    for (;;) {
      const sent = [...messages, ...added];
      const params = paramsOf({ ...setting, tools }, cached ? withCachePoint(sent) : sent);
      const answer = streaming
        ? await client.messages
            .stream(params, { signal })
            .on("text", (text) => void pieces.push(text))
            .finalMessage()
        : await client.messages.create(params, { signal });
      added.push({ role: "assistant", content: answer.content });
      const text = answer.content
        .map((block) => (block.type === "text" ? block.text : ""))
        .join("");
      const wanted = answer.content.filter((block) => block.type === "tool_use");
      if (wanted.length === 0) return { text, pieces, ...reports(), added };
      const content = await Promise.all(wanted.map((block) => resultOf(block, tools)));
      added.push({ role: "user", content });
    }
  };
}

function withCachePoint(messages: readonly MessageParam[]): MessageParam[] {
  const last = messages.at(-1)!;
  const { content } = last;
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const point = { ...blocks.at(-1)!, cache_control: { type: "ephemeral" } };
  const marked = { ...last, content: [...blocks.slice(0, -1), point] } as MessageParam;
  return [...messages.slice(0, -1), marked];
}

function paramsOf(
  { feature, model, system, tools }: AdapterSetup,
  messages: MessageParam[],
): Anthropic.MessageCreateParamsNonStreaming {
  return {
    model,
    messages,
    max_tokens: 1000,
    ...(system === null ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: tools.map(definitionOf) }),
    ...(feature !== "structured-output"
      ? {}
      : { output_config: { format: { type: "json_schema", schema: ANSWER } } }),
  };
}

function definitionOf({ description, name, parameters }: AdapterTool): Anthropic.Tool {
  return { name, description, input_schema: parameters as Anthropic.Tool.InputSchema };
}

async function resultOf(
  { id, input, name }: Anthropic.ToolUseBlock,
  tools: readonly AdapterTool[],
): Promise<Anthropic.ToolResultBlockParam> {
  const tool = tools.find((each) => each.name === name);
  const content = await tool?.run(JSON.stringify(input));
  return { type: "tool_result", tool_use_id: id, content: content ?? `There is no tool ${name}.` };
}
