import type { Summarizer } from "@cutpoint/core";
import { type Completion, createModelSummarizer } from "@cutpoint/prompts";
import { type AIMessageChunk, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { answerOf } from "./message/answer.ts";
import { firstText } from "./message/json-value.ts";
import { modelFacts } from "./model-facts.ts";

export type ChatModelSummarizerOptions = {
  /** How the summarizer is called in receipts. Default: the model's name. */
  readonly name?: string;
  /** Tags of the run, for tracing, beside our own. */
  readonly tags?: readonly string[];
};

/** LangGraph leaves the tokens of runs with one of the first two out of what a user is streamed. */
const TAGS = ["langsmith:nostream", "nostream", "cutpoint:summary"];

/**
 * A summarizer that asks a LangChain chat model, without tools. Its run is tagged `cutpoint:summary`, and its tokens do
 * not appear in the stream of the agent that it works for.
 */
export function createChatModelSummarizer(
  chatModel: Pick<BaseChatModel, "invoke">,
  options: ChatModelSummarizerOptions = {},
): Summarizer {
  const { name = modelFacts(chatModel).model ?? "chat-model", tags = [] } = options;
  return createModelSummarizer({
    name,
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
  const { usage, outcome } = answerOf(answer);
  const { finish_reason, stop_reason } = answer.response_metadata;
  const stopReason = outcome === "length" ? outcome : firstText(finish_reason, stop_reason);
  return {
    text: answer.text,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
  };
}
