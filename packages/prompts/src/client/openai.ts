import type { TokenUsage, Summarizer } from "@cutpoint/core";
import type OpenAI from "openai";
import type { AlignedRequest, CompleteOptions, Completion } from "../model/completion.ts";
import { assertClient } from "./assert-client.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";
import type { Prompt } from "../prompt/prompt.ts";

type OpenAISettings = ModelSettings & {
  /** Your client. Its retries are turned off for these calls. */
  readonly client: OpenAI;
  readonly model: string;
  /** Whether to stream the answer, so that gateways do not time out. Default: `true`. */
  readonly stream?: boolean;
};

export type OpenAIChatSummarizerOptions = OpenAISettings & {
  /**
   * Returns the live conversation as your own requests send it: the same messages and tools.
   *
   * The summary is then requested by a message after the conversation, which OpenAI reads from its cache.
   */
  readonly conversation?: (
    request: AlignedRequest,
  ) => Pick<OpenAI.ChatCompletionCreateParamsNonStreaming, "messages" | "tools">;
  /** Fields to add to the request or to replace, for example `temperature` or `reasoning_effort`. */
  readonly request?: Readonly<Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>>;
};

export type OpenAIResponsesSummarizerOptions = OpenAISettings & {
  /** As for {@link createOpenAIChatSummarizer}, with the same instructions too. */
  readonly conversation?: (request: AlignedRequest) => {
    readonly input: OpenAI.Responses.ResponseInput;
  } & Pick<OpenAI.Responses.ResponseCreateParamsNonStreaming, "instructions" | "tools">;
  /** Fields to add to the request or to replace. */
  readonly request?: Readonly<Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>>;
};

/**
 * Creates a summarizer that calls OpenAI Chat Completions.
 *
 * Its own prompts have their own cache key, so that they do not evict the conversation from the prompt cache. With
 * `conversation`, OpenAI reads the live conversation from its cache.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createOpenAIChatSummarizer(options: OpenAIChatSummarizerOptions): Summarizer {
  assertClient(options, "expected a client, such as new OpenAI()");
  const { client, conversation, model, request = {}, stream = true, ...settings } = options;
  const ask = async (
    sent: Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model">,
    { maxTokens, signal }: CompleteOptions,
  ): Promise<Completion> => {
    const body = { model, max_completion_tokens: maxTokens, ...sent, ...request };
    const callOptions = { signal, maxRetries: 0 };
    if (stream) return streamedChat(client, body, callOptions);
    const answer = await client.chat.completions.create(body, callOptions);
    const [choice] = answer.choices ?? [];
    return {
      text: choice?.message.content ?? "",
      stopReason: choice?.message.refusal ? "refusal" : (choice?.finish_reason ?? null),
      callsTool: (choice?.message.tool_calls?.length ?? 0) > 0,
      hasReasoning: usedReasoning(answer.usage),
      usage: chatUsage(answer.usage),
    };
  };
  const questionOf = (content: string) => ({ role: "user", content }) as const;
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: (prompt, callOptions) => {
      const messages = [
        { role: "system", content: prompt.system } as const,
        questionOf(prompt.prompt),
      ];
      return ask({ messages, prompt_cache_key: cacheKey(prompt) }, callOptions);
    },
    ...(conversation === undefined
      ? {}
      : {
          completeAligned: (aligned, callOptions) => {
            const { messages, ...rest } = conversation(aligned);
            return ask(
              { ...rest, messages: [...messages, questionOf(aligned.prompt)] },
              callOptions,
            );
          },
        }),
  });
}

type CallOptions = { readonly signal: AbortSignal; readonly maxRetries: number };

async function streamedChat(
  client: OpenAI,
  body: OpenAI.ChatCompletionCreateParamsNonStreaming,
  callOptions: CallOptions,
): Promise<Completion> {
  const chunks = await client.chat.completions.create(
    { ...body, stream: true, stream_options: { include_usage: true } },
    callOptions,
  );
  let text = "";
  let stopReason: string | null = null;
  let callsTool = false;
  let usage: OpenAI.CompletionUsage | null | undefined = null;
  for await (const chunk of chunks) {
    const [choice] = chunk.choices ?? [];
    text += choice?.delta?.content ?? "";
    callsTool ||= (choice?.delta?.tool_calls?.length ?? 0) > 0;
    stopReason = choice?.delta?.refusal ? "refusal" : (choice?.finish_reason ?? stopReason);
    usage = chunk.usage ?? usage;
  }
  return {
    text,
    stopReason: stopReason ?? BROKEN_OFF,
    callsTool,
    hasReasoning: usedReasoning(usage),
    usage: chatUsage(usage),
  };
}

/** The stop reason of a stream that ended without one. */
const BROKEN_OFF = "broken-off";

function usedReasoning(usage: OpenAI.CompletionUsage | null | undefined): boolean {
  return (usage?.completion_tokens_details?.reasoning_tokens ?? 0) > 0;
}

function chatUsage(usage: OpenAI.CompletionUsage | null | undefined): TokenUsage | null {
  if (usage === null || usage === undefined) return null;
  const cached = usage.prompt_tokens_details?.cached_tokens;
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    ...(cached === undefined ? {} : { cacheReadTokens: cached }),
  };
}

/**
 * Creates a summarizer that calls the OpenAI Responses API with `store: false`.
 *
 * Like {@link createOpenAIChatSummarizer} otherwise.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createOpenAIResponsesSummarizer(
  options: OpenAIResponsesSummarizerOptions,
): Summarizer {
  assertClient(options, "expected a client, such as new OpenAI()");
  const { client, conversation, model, request = {}, stream = true, ...settings } = options;
  const ask = async (
    sent: OpenAI.Responses.ResponseCreateParamsNonStreaming,
    { maxTokens, signal }: CompleteOptions,
  ): Promise<Completion> => {
    const common = { model, max_output_tokens: maxTokens, store: false };
    const body = { ...common, ...sent, ...request };
    const callOptions = { signal, maxRetries: 0 };
    return completionOf(
      stream
        ? await streamedResponse(client, body, callOptions)
        : await client.responses.create(body, callOptions),
    );
  };
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: (prompt, callOptions) => {
      const key = { prompt_cache_key: cacheKey(prompt) };
      return ask({ instructions: prompt.system, input: prompt.prompt, ...key }, callOptions);
    },
    ...(conversation === undefined
      ? {}
      : {
          completeAligned: (aligned, callOptions) => {
            const { input, ...rest } = conversation(aligned);
            const question = { role: "user", content: aligned.prompt } as const;
            return ask({ ...rest, input: [...input, question] }, callOptions);
          },
        }),
  });
}

async function streamedResponse(
  client: OpenAI,
  body: OpenAI.Responses.ResponseCreateParamsNonStreaming,
  callOptions: CallOptions,
): Promise<OpenAI.Responses.Response | null> {
  const events = await client.responses.create({ ...body, stream: true }, callOptions);
  let response: OpenAI.Responses.Response | null = null;
  for await (const event of events) {
    if (event.type === "error") throw Object.assign(new Error(event.message), { code: event.code });
    if (
      event.type === "response.completed" ||
      event.type === "response.incomplete" ||
      event.type === "response.failed"
    )
      ({ response } = event);
  }
  return response;
}

function completionOf(response: OpenAI.Responses.Response | null): Completion {
  if (response === null) return { text: "", stopReason: BROKEN_OFF };
  if (response.status === "failed")
    throw Object.assign(new Error(response.error?.message ?? "the response failed"), {
      code: response.error?.code,
    });
  const parts = response.output.flatMap((item) => (item.type === "message" ? item.content : []));
  const isRefused = parts.some((part) => part.type === "refusal");
  const usage = response.usage;
  return {
    text: parts.map((part) => (part.type === "output_text" ? part.text : "")).join(""),
    stopReason: isRefused
      ? "refusal"
      : (response.incomplete_details?.reason ?? response.status ?? null),
    callsTool: response.output.some((item) => item.type.endsWith("_call")),
    hasReasoning: response.output.some((item) => item.type === "reasoning"),
    usage:
      usage === undefined || usage === null
        ? null
        : {
            inputTokens: usage.input_tokens,
            outputTokens: usage.output_tokens,
            cacheReadTokens: usage.input_tokens_details?.cached_tokens ?? 0,
          },
  };
}

function cacheKey({ version }: Prompt): string {
  return `cutpoint-${version}`;
}
