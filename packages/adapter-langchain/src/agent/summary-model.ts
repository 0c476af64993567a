import type { Summarizer } from "@cutpoint/core";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { initChatModel } from "langchain";
import { createLangChainSummarizer } from "../summarizer.ts";

export type SummaryModel = {
  /** The chat model that writes summaries, or its name, such as `openai:gpt-5.4-mini`. Default: none. */
  readonly model?: string | BaseChatModel | undefined;
  /** Replaces the instructions of the summary prompt; a placeholder `{messages}` is not needed. */
  readonly summaryPrompt?: string | undefined;
};

/** Returns the summarizer of a model; `undefined` without one. A named model is created for its first summary. */
export function summarizerOf({ model, summaryPrompt }: SummaryModel): Summarizer | undefined {
  if (model === undefined) return undefined;
  const prompt = summaryPrompt?.replaceAll("{messages}", "");
  const options = prompt === undefined ? {} : { prompt };
  if (typeof model !== "string") return createLangChainSummarizer(model, options);
  let created: Summarizer | undefined;
  return {
    name: model,
    async summarize(request, signal) {
      created ??= createLangChainSummarizer(await initChatModel(model), {
        ...options,
        name: model,
      });
      return created.summarize(request, signal);
    },
  };
}
