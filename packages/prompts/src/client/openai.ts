import type { TokenUsage, Summarizer } from "@cutpoint/core";
import type OpenAI from "openai";
import type { CompleteOptions, Completion } from "../model/completion.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";
import type { Prompt } from "../prompt/prompt.ts";

type OpenAISettings = ModelSettings & {
  /** The host's own client; its retries are switched off for these calls. */
  readonly client: OpenAI;
  readonly model: string;
  /** Whether the answer is streamed, so that no gateway takes a long one for dead. Default `true`. */
  readonly stream?: boolean;
};

export type OpenAIChatSummarizerOptions = OpenAISettings & {
  /** More fields of the request, or others in place of ours: a temperature, a reasoning effort, `max_tokens`. */
  readonly request?: Readonly<Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>>;
};

export type OpenAIResponsesSummarizerOptions = OpenAISettings & {
  /** More fields of the request, or others in place of ours. */
  readonly request?: Readonly<Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming>>;
};

/**
 * A summarizer over Chat Completions. Its requests have a cache key of their own: they share no beginning with those of
 * the conversation, and would only drive them out.
 */
export function createOpenAIChatSummarizer(options: OpenAIChatSummarizerOptions): Summarizer {
  const { client, model, request = {}, stream = true, ...settings } = options;
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: async (prompt, { maxTokens, signal }) => {
      const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
        model,
        messages: [
          { role: "system", content: prompt.system },
          { role: "user", content: prompt.prompt },
        ],
        max_completion_tokens: maxTokens,
        prompt_cache_key: cacheKey(prompt),
        ...request,
      };
      const how = { signal, maxRetries: 0 };
      if (stream) return streamedChat(client, body, how);
      const answer = await client.chat.completions.create(body, how);
      const [choice] = answer.choices ?? [];
      return {
        text: choice?.message.content ?? "",
        stopReason: choice?.message.refusal ? "refusal" : (choice?.finish_reason ?? null),
        callsTool: (choice?.message.tool_calls?.length ?? 0) > 0,
        hasReasoning: isThought(answer.usage),
        usage: chatUsage(answer.usage),
      };
    },
  });
}

type How = { readonly signal: AbortSignal; readonly maxRetries: number };

async function streamedChat(
  client: OpenAI,
  body: OpenAI.ChatCompletionCreateParamsNonStreaming,
  how: How,
): Promise<Completion> {
  const chunks = await client.chat.completions.create(
    { ...body, stream: true, stream_options: { include_usage: true } },
    how,
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
    hasReasoning: isThought(usage),
    usage: chatUsage(usage),
  };
}

/** A stream that ends without saying why has not ended well. */
const BROKEN_OFF = "broken-off";

function isThought(usage: OpenAI.CompletionUsage | null | undefined): boolean {
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

/** A summarizer over the Responses API; nothing is stored at the provider. See {@link createOpenAIChatSummarizer}. */
export function createOpenAIResponsesSummarizer(
  options: OpenAIResponsesSummarizerOptions,
): Summarizer {
  const { client, model, request = {}, stream = true, ...settings } = options;
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: async (prompt, { maxTokens, signal }: CompleteOptions) => {
      const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
        model,
        instructions: prompt.system,
        input: prompt.prompt,
        max_output_tokens: maxTokens,
        prompt_cache_key: cacheKey(prompt),
        store: false,
        ...request,
      };
      const how = { signal, maxRetries: 0 };
      return completionOf(
        stream
          ? await streamedResponse(client, body, how)
          : await client.responses.create(body, how),
      );
    },
  });
}

async function streamedResponse(
  client: OpenAI,
  body: OpenAI.Responses.ResponseCreateParamsNonStreaming,
  how: How,
): Promise<OpenAI.Responses.Response | null> {
  const events = await client.responses.create({ ...body, stream: true }, how);
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
