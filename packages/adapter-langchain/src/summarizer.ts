import type { Summarizer } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
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
import { unitOf } from "@cutpoint/host-kit";
import { wantsCachePoints, withCachePoints } from "./agent/cache-points.ts";
import { withCoolDown } from "./cool-down.ts";
import { answerOf, stopReasonsOf } from "./message/answer.ts";
import { toLangChainMessage } from "./message/convert.ts";
import { unitFormat } from "./message/unit-format.ts";
import { modelFacts } from "./model-facts.ts";

/**
 * Settings of a model summarizer. `name` and `windowTokens` default to those of the model.
 */
export type LangChainSummarizerOptions = Omit<
  ModelSettings,
  "alignedModel" | "completeAligned" | "retries"
> & {
  /**
   * Retries of a summary call after transient errors, by LangChain's client. They replace the model's own `maxRetries`
   * for this call; older versions of LangChain ignore them. Default: 2.
   */
  readonly retries?: number;
  /**
   * Whether to send the conversation with the same tools, followed by the summary prompt, so the provider reads it from
   * its cache. It is not sent if the conversation has secrets. Default: if the agent's model has the same name.
   */
  readonly aligned?: boolean;
  /** Replaces the instructions of the prompt, and with them the sections of the summary. Default: none. */
  readonly prompt?: string;
  /** Additional tags of the run, for tracing. */
  readonly tags?: readonly string[];
};

/** LangGraph does not stream the tokens of runs with one of the first two tags. */
const TAGS = ["langsmith:nostream", "nostream", "cutpoint:summary"];

type SummaryModel = Pick<BaseChatModel, "invoke"> & Partial<Pick<BaseChatModel, "bindTools">>;

/**
 * Creates a summarizer that calls a LangChain chat model.
 *
 * Its run has the tag `cutpoint:summary`, and its tokens do not appear in the agent's stream. After the model was
 * unavailable or timed out, it is not called for a minute, twice as long after each further failure, at most 32 minutes.
 *
 * @throws `invalid-input` if the model or an option is not valid
 */
export function createLangChainSummarizer(
  chatModel: SummaryModel,
  options: LangChainSummarizerOptions = {},
): Summarizer {
  if (typeof chatModel?.invoke !== "function")
    throw invalidInput("model", chatModel, "expected a chat model of LangChain");
  const { aligned, prompt: ownPrompt, tags = [], retries = 2, ...settings } = options;
  const { model, windowTokens } = modelFacts(chatModel);
  const runModel = async (
    runnable: Pick<BaseChatModel, "invoke">,
    messages: readonly BaseMessage[],
    { signal }: CompleteOptions,
  ): Promise<Completion> => {
    const answer = await runnable.invoke([...messages], {
      signal,
      maxRetries: retries,
      tags: [...TAGS, ...tags],
      metadata: { lc_source: "summarization" },
      runName: "cutpoint summary",
    });
    return completionOf(answer);
  };
  const completeAligned: CompleteAligned = async ({ messages, prompt, system, tools }, call) => {
    const conversation = messages.map(
      (message) => unitOf(message, unitFormat)?.message ?? toLangChainMessage(message),
    );
    const isMarked = wantsCachePoints(chatModel);
    const read = isMarked
      ? withCachePoints(conversation, [conversation.length - 1], [])
      : conversation;
    // `createAgent` sends its system prompt as a block.
    const blocks = [{ type: "text" as const, text: system ?? "" }];
    const systemMessages = system === null ? [] : [new SystemMessage({ content: blocks })];
    return runModel(
      withTools(chatModel, tools),
      [...systemMessages, ...read, new HumanMessage(prompt)],
      call,
    );
  };
  const written = createModelSummarizer({
    ...(windowTokens === undefined ? {} : { windowTokens }),
    name: model ?? "chat-model",
    ...settings,
    retries: 0,
    complete: ({ system, prompt }, call) =>
      runModel(chatModel, [new SystemMessage(system), new HumanMessage(prompt)], call),
    ...((aligned ?? model !== undefined) ? { completeAligned } : {}),
    ...(aligned === undefined && model !== undefined ? { alignedModel: model } : {}),
  });
  const summarizer = withCoolDown(written);
  if (ownPrompt === undefined) return summarizer;
  return {
    ...summarizer,
    summarize: (request, signal) =>
      summarizer.summarize({ ...request, prompt: request.prompt ?? ownPrompt }, signal),
  };
}

/** Adds the tools of a request, except the schema of a structured answer. */
function withTools(chatModel: SummaryModel, definitions: unknown): Pick<BaseChatModel, "invoke"> {
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
