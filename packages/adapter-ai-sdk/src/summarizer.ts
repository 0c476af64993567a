import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { Message, Summarizer } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { liveMessages } from "@cutpoint/host-kit";
import {
  type CompleteAligned,
  type CompleteOptions,
  type Completion,
  createModelSummarizer,
  type ModelSettings,
} from "@cutpoint/prompts";
import { wrapLanguageModel } from "ai";
import { usageOf } from "./answer.ts";
import { promptOf } from "./guarded-prompt.ts";
import { unitFormat } from "./prompt/unit-format.ts";
import { assertModel, type WrappableModel } from "./with-compaction.ts";

export type AiSdkSummarizerOptions = Omit<ModelSettings, "alignedModel" | "completeAligned"> & {
  /**
   * Whether to send the conversation with the same tools, followed by the summary prompt, so the provider reads it from
   * its cache. It is not sent if the conversation has secrets. Default: if the conversation's model has the same id.
   */
  readonly aligned?: boolean;
  /** The options of the call, for example for the reasoning effort. Default: none. */
  readonly providerOptions?: LanguageModelV4CallOptions["providerOptions"];
};

/**
 * Creates a summarizer that calls a language model of the SDK. It retries transient errors.
 *
 * @param model a model without `withCompaction`, which would compact the request for its own summary
 * @throws `invalid-input` if the model is a string, or an option is not valid
 */
export function createAiSdkSummarizer(
  model: WrappableModel,
  options: AiSdkSummarizerOptions = {},
): Summarizer {
  const { aligned, providerOptions, ...settings } = options;
  assertModel(model);
  const callable = wrapLanguageModel({ model, middleware: [] });
  const ask = async (
    params: Pick<LanguageModelV4CallOptions, "prompt" | "tools">,
    { maxTokens, signal }: CompleteOptions,
  ): Promise<Completion> => {
    const common = { maxOutputTokens: maxTokens, abortSignal: signal };
    const own = providerOptions === undefined ? {} : { providerOptions };
    return completionOf(await callable.doGenerate({ ...params, ...common, ...own }));
  };
  const completeAligned: CompleteAligned = ({ messages, prompt, tools }, call) =>
    ask(
      { prompt: [...promptFromCache(messages, model), questionOf(prompt)], ...toolsOf(tools) },
      call,
    );
  return createModelSummarizer({
    name: "ai-sdk-model",
    ...settings,
    complete: ({ prompt, system }, call) =>
      ask({ prompt: [{ role: "system", content: system }, questionOf(prompt)] }, call),
    ...(aligned === false ? {} : { completeAligned }),
    ...(aligned === undefined ? { alignedModel: callable.modelId } : {}),
  });
}

function questionOf(text: string): LanguageModelV4Prompt[number] {
  return { role: "user", content: [{ type: "text", text }] };
}

/** Returns the messages as the last request sent them, with a cache point for Anthropic after them. */
function promptFromCache(
  messages: readonly Message[],
  { specificationVersion }: WrappableModel,
): LanguageModelV4Prompt {
  const sent = promptOf(liveMessages(messages, unitFormat), specificationVersion);
  const last = sent.at(-1);
  if (last === undefined) return sent;
  const anthropic = { ...last.providerOptions?.["anthropic"], cacheControl: { type: "ephemeral" } };
  const providerOptions = { ...last.providerOptions, anthropic };
  return [...sent.slice(0, -1), { ...last, providerOptions }];
}

/** Returns the tools of a request, without the schema of a structured answer. */
function toolsOf(definitions: unknown): Pick<LanguageModelV4CallOptions, "tools"> {
  const tools = (Array.isArray(definitions) ? definitions : []).filter(
    (definition) => isRecord(definition) && TOOL_TYPES.has(String(definition["type"])),
  ) as NonNullable<LanguageModelV4CallOptions["tools"]>;
  return tools.length === 0 ? {} : { tools };
}

const TOOL_TYPES = new Set(["function", "provider", "provider-defined"]);

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
