import type { Summarizer } from "@cutpoint/core";
import {
  type CompleteAligned,
  type CompleteOptions,
  type Completion,
  createModelSummarizer,
  type ModelSettings,
} from "@cutpoint/prompts";
import type { BaseChatModel, BindToolsInput } from "@langchain/core/language_models/chat_models";
import {
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
} from "@langchain/core/messages";
import { answerOf, stopReasonsOf } from "./message/answer.ts";
import { toLangChainMessage } from "./message/convert.ts";
import { hostMessageOf } from "./message/items.ts";
import { isRecord } from "./message/json-value.ts";
import { modelFacts } from "./model-facts.ts";

/** `name` and `windowTokens` are the model's own where they are left out. */
export type ChatModelSummarizerOptions = Omit<ModelSettings, "completeAligned"> & {
  /**
   * Where the model is the one that the agent talks with: asks it behind the conversation as it was sent, with the same
   * tools, so that the provider reads that from its cache; where that does not fit, as without this. What is sent that way
   * has its secrets still in it. Default `false`.
   */
  readonly aligned?: boolean;
  /** Tags of the run, for tracing, beside our own. */
  readonly tags?: readonly string[];
};

/** LangGraph leaves the tokens of runs with one of the first two out of what a user is streamed. */
const TAGS = ["langsmith:nostream", "nostream", "cutpoint:summary"];

/** The part of a chat model that a summarizer needs. */
type Asked = Pick<BaseChatModel, "invoke"> & Partial<Pick<BaseChatModel, "bindTools">>;

/**
 * A summarizer that asks a LangChain chat model, without tools. Its run is tagged `cutpoint:summary`, and its tokens do
 * not appear in the stream of the agent that it works for. It retries what is transient; a model made with `maxRetries: 0`
 * does not do so a second time.
 */
export function createChatModelSummarizer(
  chatModel: Asked,
  options: ChatModelSummarizerOptions = {},
): Summarizer {
  const { aligned = false, tags = [], ...settings } = options;
  const { model, windowTokens } = modelFacts(chatModel);
  const ask = async (
    asked: Pick<BaseChatModel, "invoke">,
    messages: readonly BaseMessage[],
    { signal }: CompleteOptions,
  ): Promise<Completion> => {
    const answer = await asked.invoke([...messages], {
      signal,
      tags: [...TAGS, ...tags],
      metadata: { lc_source: "summarization" },
      runName: "cutpoint summary",
    });
    return completionOf(answer);
  };
  const completeAligned: CompleteAligned = async ({ messages, prompt, system, tools }, how) => {
    const live = messages.map((message) => hostMessageOf(message) ?? toLangChainMessage(message));
    // As `createAgent` sends its system prompt: a block.
    const blocks = [{ type: "text" as const, text: system ?? "" }];
    const before = system === null ? [] : [new SystemMessage({ content: blocks })];
    return ask(withTools(chatModel, tools), [...before, ...live, new HumanMessage(prompt)], how);
  };
  return createModelSummarizer({
    ...(windowTokens === undefined ? {} : { windowTokens }),
    name: model ?? "chat-model",
    ...settings,
    complete: ({ system, prompt }, how) =>
      ask(chatModel, [new SystemMessage(system), new HumanMessage(prompt)], how),
    ...(aligned ? { completeAligned } : {}),
  });
}

/** The model with the tools of a request; the schema of a structured answer, counted like one, is none. */
function withTools(chatModel: Asked, definitions: unknown): Pick<BaseChatModel, "invoke"> {
  const tools = (Array.isArray(definitions) ? definitions : []).filter(
    (definition) => isRecord(definition) && definition["type"] !== "object",
  ) as BindToolsInput[];
  if (tools.length === 0 || chatModel.bindTools === undefined) return chatModel;
  return chatModel.bindTools(tools);
}

function completionOf(answer: AIMessageChunk): Completion {
  const { parts, usage } = answerOf(answer);
  return {
    text: answer.text,
    stopReason: stopReasonsOf(answer)[0] ?? null,
    usage: usage ?? null,
    hasReasoning: parts.some((part) => part.type === "reasoning"),
    callsTool: parts.some((part) => part.type === "tool-call"),
  };
}
