import { type Message, type Summarizer, textOf, toolCalls } from "@cutpoint/core";
import { type Completion, createModelSummarizer, type ModelSettings } from "@cutpoint/prompts";
import type {
  ModelSettings as AgentsModelSettings,
  Model,
  ModelRequest,
  ModelResponse,
} from "@openai/agents-core";
import { isRecord, someText } from "./items/json.ts";
import { projectionOf } from "./items/projection.ts";
import { usageOf } from "./model/extra-usage.ts";

export type AgentsModelSummarizerOptions = Omit<ModelSettings, "completeAligned"> & {
  /** The SDK's settings of the call, as the effort of reasoning; the most that an answer may take is set by the summarizer. */
  readonly modelSettings?: AgentsModelSettings;
};

/**
 * A summarizer that asks a model of the SDK, without tools and without a trace. It retries what is transient; a client made
 * with `maxRetries: 0` does not do so a second time.
 *
 * @param model as a provider's `getModel` gives it; not the decorated one, which would compact the request for its summary
 */
export function createAgentsModelSummarizer(
  model: Model | Promise<Model>,
  options: AgentsModelSummarizerOptions = {},
): Summarizer {
  const { modelSettings = {}, ...settings } = options;
  return createModelSummarizer({
    name: "agents-model",
    ...settings,
    complete: async ({ system, prompt }, { signal, maxTokens }) => {
      const request: ModelRequest = {
        systemInstructions: system,
        input: [{ type: "message", role: "user", content: prompt }],
        modelSettings: { ...modelSettings, maxTokens },
        tools: [],
        handoffs: [],
        outputType: "text",
        tracing: false,
        signal,
      };
      const asked = await model;
      return completionOf(await asked.getResponse(request));
    },
  });
}

function completionOf(answer: ModelResponse): Completion {
  const messages: readonly Message[] = answer.output.map(projectionOf);
  const isRefused = answer.output.some(
    (item) =>
      "content" in item &&
      Array.isArray(item.content) &&
      item.content.some(({ type }: { readonly type: string }) => type === "refusal"),
  );
  return {
    text: messages.map(textOf).join(""),
    stopReason: isRefused ? "refusal" : stopReasonOf(answer.providerData),
    usage: usageOf(answer.usage) ?? null,
    hasReasoning: messages.some(({ parts }) => parts.some(({ type }) => type === "reasoning")),
    callsTool: messages.some((message) => toolCalls(message).length > 0),
  };
}

/** Why an answer ended, in the words of the Responses API, or of Chat Completions; `null` where nothing tells. */
function stopReasonOf(providerData: unknown): string | null {
  if (!isRecord(providerData)) return null;
  const { choices, incomplete_details, status } = providerData;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const reasons = [
    isRecord(choice) ? choice["finish_reason"] : undefined,
    isRecord(incomplete_details) ? incomplete_details["reason"] : undefined,
    status,
  ];
  return reasons.map(someText).find((reason) => reason !== undefined) ?? null;
}
