import { type Message, type Summarizer, textOf, toolCalls } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import { type Completion, createModelSummarizer, type ModelSettings } from "@cutpoint/prompts";
import { nonEmptyText } from "@cutpoint/host-kit";
import {
  getCurrentTrace,
  type ModelSettings as AgentsModelSettings,
  type Model,
  type ModelRequest,
  type ModelResponse,
  NoopTrace,
  withTrace,
} from "@openai/agents-core";
import { projectionOf } from "./items/projection.ts";
import { usageOf } from "./model/usage.ts";

export type AgentsSummarizerOptions = Omit<ModelSettings, "completeAligned"> & {
  /** The SDK's settings of the call, for example the reasoning effort. The summarizer sets `maxTokens`. */
  readonly modelSettings?: AgentsModelSettings;
};

/** How the SDK's runner switches off the retries of a client when it retries itself. */
const WITHOUT_RETRIES = { _internal: { runnerManagedRetry: true } } as const;

/**
 * Creates a summarizer that calls a model of the SDK, without tools and tracing.
 *
 * It retries transient errors. The retries of OpenAI's client are switched off for its calls.
 *
 * @param model a model from a provider's `getModel`; the decorated one would compact the request for its own summary
 * @throws `invalid-input` if the model or an option is not valid
 */
export function createAgentsSummarizer(
  model: Model | Promise<Model>,
  options: AgentsSummarizerOptions = {},
): Summarizer {
  if (!isRecord(model) || !("getResponse" in model || "then" in model))
    throw invalidInput("model", model, "expected a Model, or the promise of a provider's getModel");
  const { modelSettings = {}, ...settings } = options;
  return createModelSummarizer({
    name: "agents-model",
    ...settings,
    complete: async ({ system, prompt }, { signal, maxTokens }) => {
      const request: ModelRequest & typeof WITHOUT_RETRIES = {
        ...WITHOUT_RETRIES,
        systemInstructions: system,
        input: [{ type: "message", role: "user", content: prompt }],
        modelSettings: { ...modelSettings, maxTokens },
        tools: [],
        handoffs: [],
        outputType: "text",
        tracing: false,
        signal,
      };
      const resolved = await model;
      const call = async (): Promise<ModelResponse> => resolved.getResponse(request);
      // Models of the SDK throw outside of a trace, for example if an app calls `runCompaction`.
      return completionOf(
        await (getCurrentTrace() === null ? withTrace(new NoopTrace(), call) : call()),
      );
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

/** Reads the stop reason of the Responses API or of Chat Completions; `null` if there is none. */
function stopReasonOf(providerData: unknown): string | null {
  if (!isRecord(providerData)) return null;
  const { choices, incomplete_details, status } = providerData;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const reasons = [
    isRecord(choice) ? choice["finish_reason"] : undefined,
    isRecord(incomplete_details) ? incomplete_details["reason"] : undefined,
    status,
  ];
  return reasons.map(nonEmptyText).find((reason) => reason !== undefined) ?? null;
}
