import Anthropic from "@anthropic-ai/sdk";
import type {
  AdapterInstance,
  AdapterRig,
  AdapterSetup,
  AdapterTool,
  TurnResult,
} from "@cutpoint/conformance";
import type { CompactionState, Item } from "@cutpoint/core";
import {
  type AnswerUsage,
  createRecentMap,
  createStateStorage,
  type StateStorage,
  unitItems,
} from "@cutpoint/host-kit";
import { fromAnthropicMessages, toAnthropicMessages } from "../../src/convert.ts";
import { messagesFormat } from "../../src/format.ts";
import { unitsOf } from "../../src/messages.ts";
import { createCompactionMiddleware } from "../../src/middleware.ts";
import { samples } from "./samples.ts";

type MessageParam = Anthropic.MessageParam;

/** A loop over the client of the SDK, with messages that the app keeps. */
export function hostRig(streaming: boolean): AdapterRig {
  return {
    facts: {
      overflow: "recovers",
      streaming,
      persists: "view",
      durable: false,
      returnsThinking: true,
    },
    features: ["structured-output"],
    samples,
    roundTrip: (messages) => toAnthropicMessages(fromAnthropicMessages(messages as never)) as never,
    create: async (setting) => openHost(setting, streaming),
  };
}

function openHost(setting: AdapterSetup, streaming: boolean): AdapterInstance {
  let messages: readonly MessageParam[] = [];
  let stateStorage = createStateStorage<CompactionState>();
  let ask = createLoop(setting, streaming, stateStorage);
  return {
    async turn(input, signal) {
      const question: MessageParam = { role: "user", content: input };
      const { added, ...result } = await ask([...messages, question], signal);
      messages = [...messages, question, ...added];
      return result;
    },
    stored: async () => itemsOf(messages),
    async write(items) {
      messages = toAnthropicMessages(items.map(({ message }) => message));
    },
    async reopen(what) {
      if (what === "process") {
        messages = [];
        stateStorage = createStateStorage<CompactionState>();
      }
      ask = createLoop(setting, streaming, stateStorage);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** The messages as the adapter sees them, with its ids. */
function itemsOf(messages: readonly MessageParam[]): readonly Item[] {
  const memory = { reports: createRecentMap<AnswerUsage>(1), items: createRecentMap<Item>(10_000) };
  const units = unitsOf(messages);
  const written = fromAnthropicMessages(messages);
  return unitItems(units, messagesFormat, memory, "").items.map((item, index) => ({
    ...item,
    message: written[index] ?? item.message,
  }));
}

type Loop = (
  messages: readonly MessageParam[],
  signal: AbortSignal,
) => Promise<TurnResult & { readonly added: readonly MessageParam[] }>;

function createLoop(
  setting: AdapterSetup,
  streaming: boolean,
  stateStorage: StateStorage<CompactionState>,
): Loop {
  const warnings: string[] = [];
  const calls = { summaries: 0 };
  const client = clientOf(setting, stateStorage, warnings, calls);
  return async (messages, signal) => {
    warnings.length = 0;
    calls.summaries = 0;
    const added: MessageParam[] = [];
    const pieces: string[] = [];
    for (;;) {
      const params = paramsOf(setting, [...messages, ...added]);
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
      if (wanted.length === 0)
        return { text, pieces, warnings: [...warnings], summaryCalls: calls.summaries, added };
      const content = await Promise.all(wanted.map((block) => resultOf(block, setting.tools)));
      added.push({ role: "user", content });
    }
  };
}

function clientOf(
  { policy, summarizer, url, windowTokens, withAdapter }: AdapterSetup,
  stateStorage: StateStorage<CompactionState>,
  warnings: string[],
  calls: { summaries: number },
): Anthropic {
  const middleware = createCompactionMiddleware({
    policy: { windowTokens, ...policy },
    summarizer: () => summarizer, // a function, so that nothing follows it
    stateStorage,
    onWarning: ({ type }) => void warnings.push(type),
    onEvent(event) {
      if (event.type === "applied") calls.summaries += event.receipt.attempts.length;
    },
  });
  return new Anthropic({
    apiKey: "none",
    baseURL: url,
    maxRetries: 0,
    ...(withAdapter ? { middleware: [middleware] } : {}),
  });
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

const ANSWER = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};

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
