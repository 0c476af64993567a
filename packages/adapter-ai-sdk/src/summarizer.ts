import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { Summarizer } from "@cutpoint/core";
import { type Completion, createModelSummarizer, type ModelSettings } from "@cutpoint/prompts";
import { wrapLanguageModel } from "ai";
import { usageOf } from "./answer.ts";
import { assertModel, type WrappableModel } from "./with-compaction.ts";

export type AiSdkSummarizerOptions = Omit<ModelSettings, "completeAligned"> & {
  /** The options of the call, for example for the reasoning effort. Default: none. */
  readonly providerOptions?: LanguageModelV4CallOptions["providerOptions"];
};

/**
 * Creates a summarizer that calls a language model of the SDK, without tools. It retries transient errors.
 *
 * @param model a model without `withCompaction`, which would compact the request for its own summary
 * @throws `invalid-input` if the model is a string, or an option is not valid
 */
export function createAiSdkSummarizer(
  model: WrappableModel,
  options: AiSdkSummarizerOptions = {},
): Summarizer {
  const { providerOptions, ...settings } = options;
  assertModel(model);
  const callable = wrapLanguageModel({ model, middleware: [] });
  return createModelSummarizer({
    name: "ai-sdk-model",
    ...settings,
    complete: async ({ system, prompt }, { signal, maxTokens }) =>
      completionOf(
        await callable.doGenerate({
          prompt: [
            { role: "system", content: system },
            { role: "user", content: [{ type: "text", text: prompt }] },
          ],
          maxOutputTokens: maxTokens,
          abortSignal: signal,
          ...(providerOptions === undefined ? {} : { providerOptions }),
        }),
      ),
  });
}

function completionOf({ content, finishReason, usage }: LanguageModelV4GenerateResult): Completion {
  const { raw, unified } = finishReason;
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    stopReason: unified === "other" ? (raw ?? null) : unified.replaceAll("-", "_"),
    usage: usageOf(usage) ?? null,
    hasReasoning: content.some(({ type }) => type === "reasoning"),
    callsTool: content.some(({ type }) => type === "tool-call"),
  };
}
