import type { Summarizer } from "@cutpoint/core";
import { type Completion, createModelSummarizer, type ModelSettings } from "@cutpoint/prompts";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type AIMessageChunk, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { answerOf, stopReasonsOf } from "./message/answer.ts";
import { modelFacts } from "./model-facts.ts";

/** `name` and `windowTokens` are the model's own where they are left out. */
export type ChatModelSummarizerOptions = Omit<ModelSettings, "completeAligned"> & {
  /** Tags of the run, for tracing, beside our own. */
  readonly tags?: readonly string[];
};

/** LangGraph leaves the tokens of runs with one of the first two out of what a user is streamed. */
const TAGS = ["langsmith:nostream", "nostream", "cutpoint:summary"];

/**
 * A summarizer that asks a LangChain chat model, without tools. Its run is tagged `cutpoint:summary`, and its tokens do
 * not appear in the stream of the agent that it works for. It retries what is transient; a model made with `maxRetries: 0`
 * does not do so a second time.
 */
export function createChatModelSummarizer(
  chatModel: Pick<BaseChatModel, "invoke">,
  options: ChatModelSummarizerOptions = {},
): Summarizer {
  const { tags = [], ...settings } = options;
  const { model, windowTokens } = modelFacts(chatModel);
  return createModelSummarizer({
    ...(windowTokens === undefined ? {} : { windowTokens }),
    name: model ?? "chat-model",
    ...settings,
    complete: async ({ system, prompt }, { signal }) => {
      const answer = await chatModel.invoke([new SystemMessage(system), new HumanMessage(prompt)], {
        signal,
        tags: [...TAGS, ...tags],
        metadata: { lc_source: "summarization" },
        runName: "cutpoint summary",
      });
      return completionOf(answer);
    },
  });
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
