import type Anthropic from "@anthropic-ai/sdk";
import type { TokenUsage, Summarizer } from "@cutpoint/core";
import type { AlignedRequest, CompleteOptions, Completion } from "../model/completion.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";

export type AnthropicSummarizerOptions = ModelSettings & {
  /** The host's own client; its retries are switched off for these calls. */
  readonly client: Anthropic;
  readonly model: string;
  /** Whether the answer is streamed, so that no gateway takes a long one for dead. Default `true`. */
  readonly stream?: boolean;
  /**
   * How the host sends the live conversation: the same messages, system text and tools, to the letter, as in its own
   * requests. With it a summary is asked for behind the conversation, which is then read from the cache.
   */
  readonly conversation?: (
    request: AlignedRequest,
  ) => Pick<Anthropic.MessageCreateParamsNonStreaming, "messages" | "system" | "tools">;
  /** More fields of the request, or others in place of ours: a temperature, thinking. */
  readonly request?: Readonly<Partial<Anthropic.MessageCreateParamsNonStreaming>>;
};

/**
 * A summarizer over Anthropic's Messages. Its own prompts ask for no cache: what is sent once would only drive the
 * conversation's out. Behind a live conversation, a cache point at its end has it read from there.
 */
export function createAnthropicSummarizer(options: AnthropicSummarizerOptions): Summarizer {
  const { client, conversation, model, request = {}, stream = true, ...settings } = options;
  const ask = async (
    sent: ReturnType<NonNullable<typeof conversation>>,
    { maxTokens, signal }: CompleteOptions,
  ): Promise<Completion> => {
    const body = { model, max_tokens: maxTokens, ...sent, ...request };
    const how = { signal, maxRetries: 0 };
    if (stream) return streamed(client, body, how);
    return completionOf(await client.messages.create(body, how));
  };
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: ({ prompt, system }, how) =>
      ask({ system, messages: [{ role: "user", content: prompt }] }, how),
    ...(conversation === undefined
      ? {}
      : {
          completeAligned: (aligned, how) => {
            const { messages, ...rest } = conversation(aligned);
            const asking = { role: "user", content: aligned.prompt } as const;
            return ask({ ...rest, messages: [...kept(messages), asking] }, how);
          },
        }),
  });
}

/** The messages with a cache point at their end, unless they have their own. */
function kept(messages: readonly Anthropic.MessageParam[]): readonly Anthropic.MessageParam[] {
  const last = messages.at(-1);
  if (last === undefined || JSON.stringify(messages).includes('"cache_control":{')) return messages;
  const { content } = last;
  const blocks: readonly Anthropic.ContentBlockParam[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const block = blocks.at(-1);
  if (block === undefined || block.type.includes("thinking")) return messages;
  const point = { ...block, cache_control: { type: "ephemeral" } };
  const marked = { ...last, content: [...blocks.slice(0, -1), point] } as Anthropic.MessageParam;
  return [...messages.slice(0, -1), marked];
}

async function streamed(
  client: Anthropic,
  body: Anthropic.MessageCreateParamsNonStreaming,
  how: { readonly signal: AbortSignal; readonly maxRetries: number },
): Promise<Completion> {
  const events = await client.messages.create({ ...body, stream: true }, how);
  let text = "";
  let kinds: readonly string[] = [];
  let stopReason: string | null = null;
  let inputTokens: TokenUsage | null = null;
  let outputTokens = 0;
  for await (const event of events) {
    if (event.type === "message_start") {
      inputTokens = usageOf(event.message.usage);
      outputTokens = event.message.usage.output_tokens;
    } else if (event.type === "content_block_start") kinds = [...kinds, event.content_block.type];
    else if (event.type === "content_block_delta" && event.delta.type === "text_delta")
      text += event.delta.text;
    else if (event.type === "message_delta") {
      ({ stop_reason: stopReason } = event.delta);
      outputTokens = event.usage.output_tokens;
    }
  }
  return {
    text,
    stopReason: stopReason ?? BROKEN_OFF,
    ...said(kinds),
    usage: inputTokens === null ? null : { ...inputTokens, outputTokens },
  };
}

/** A stream that ends without saying why has not ended well. */
const BROKEN_OFF = "broken-off";

function completionOf({ content, stop_reason, usage }: Anthropic.Message): Completion {
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    stopReason: stop_reason,
    ...said(content.map(({ type }) => type)),
    usage: usageOf(usage),
  };
}

function said(kinds: readonly string[]): Pick<Completion, "callsTool" | "hasReasoning"> {
  return {
    callsTool: kinds.some((kind) => kind.endsWith("tool_use")),
    hasReasoning: kinds.some((kind) => kind.endsWith("thinking")),
  };
}

/** Anthropic reports what came from the cache and what went there beside the input, not as shares of it. */
function usageOf(usage: Anthropic.Usage): TokenUsage {
  const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cacheReadTokens + cacheWriteTokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens,
    cacheWriteTokens,
  };
}
