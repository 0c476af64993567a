import { type Message, type Summarizer, textOf, toolCalls } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import {
  type CompleteAligned,
  type CompleteOptions,
  type Completion,
  createModelSummarizer,
  type ModelSettings,
} from "@cutpoint/prompts";
import { nonEmptyText, unitOf } from "@cutpoint/host-kit";
import {
  type AgentInputItem,
  getCurrentTrace,
  type ModelSettings as AgentsModelSettings,
  type Model,
  type ModelRequest,
  type ModelResponse,
  NoopTrace,
  withTrace,
} from "@openai/agents-core";
import { toAgentItems } from "./items/convert.ts";
import { projectionOf } from "./items/projection.ts";
import { unitFormat } from "./items/unit-format.ts";
import { usageOf } from "./model/usage.ts";

export type AgentsSummarizerOptions = Omit<ModelSettings, "alignedModel" | "completeAligned"> & {
  /**
   * Whether to send the conversation with the same tools, followed by the summary prompt, so the provider reads it from
   * its cache. Use it for the model of the run. It is not sent if the conversation has secrets. Default: `false`.
   */
  readonly aligned?: boolean;
  /** The SDK's settings of the call, for example the reasoning effort. The summarizer sets `maxTokens`. */
  readonly modelSettings?: AgentsModelSettings;
};

/** How the SDK's runner switches off the retries of a client when it retries itself. */
const WITHOUT_RETRIES = { _internal: { runnerManagedRetry: true } } as const;

/**
 * Creates a summarizer that calls a model of the SDK, without tracing.
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
  const { aligned = false, modelSettings = {}, ...settings } = options;
  const ask = async (
    request: Pick<ModelRequest, "handoffs" | "input" | "systemInstructions" | "tools">,
    { maxTokens, signal }: CompleteOptions,
  ): Promise<Completion> => {
    const sent: ModelRequest & typeof WITHOUT_RETRIES = {
      ...WITHOUT_RETRIES,
      ...request,
      modelSettings: { ...modelSettings, maxTokens },
      outputType: "text",
      tracing: false,
      signal,
    };
    const resolved = await model;
    const call = async (): Promise<ModelResponse> => resolved.getResponse(sent);
    // Models of the SDK throw outside of a trace, for example if an app calls `runCompaction`.
    return completionOf(
      await (getCurrentTrace() === null ? withTrace(new NoopTrace(), call) : call()),
    );
  };
  const completeAligned: CompleteAligned = ({ messages, prompt, system, tools }, call) => {
    const input = messages.flatMap((message) => {
      const unit = unitOf(message, unitFormat);
      return unit === undefined ? toAgentItems(message) : [unit.item];
    });
    const instructions = system === null ? {} : { systemInstructions: system };
    return ask({ ...instructions, ...toolsOf(tools), input: [...input, questionOf(prompt)] }, call);
  };
  return createModelSummarizer({
    name: "agents-model",
    ...settings,
    complete: ({ prompt, system }, call) =>
      ask(
        { systemInstructions: system, input: [questionOf(prompt)], tools: [], handoffs: [] },
        call,
      ),
    ...(aligned ? { completeAligned } : {}),
  });
}

function questionOf(text: string): AgentInputItem {
  return { type: "message", role: "user", content: text };
}

/** Returns the tools and the handoffs of a request, without the schema of a structured answer. */
function toolsOf(definitions: unknown): Pick<ModelRequest, "handoffs" | "tools"> {
  const all = (Array.isArray(definitions) ? definitions : []).filter(isRecord);
  const isHandoff = (definition: object): boolean => "toolName" in definition;
  const tools = all.filter((each) => !isHandoff(each) && each["type"] !== "json_schema");
  return { tools, handoffs: all.filter(isHandoff) } as object as Pick<
    ModelRequest,
    "handoffs" | "tools"
  >;
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
