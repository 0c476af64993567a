import type Anthropic from "@anthropic-ai/sdk";
import type { ReportedUsage, Summarizer } from "@cutpoint/core";
import type { Completion } from "../model/completion.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";

export type AnthropicSummarizerOptions = ModelSettings & {
  /** The host's own client; its retries are switched off for these calls. */
  readonly client: Anthropic;
  readonly model: string;
  /** Whether the answer is streamed, so that no gateway takes a long one for dead. Default `true`. */
  readonly stream?: boolean;
  /** More fields of the request, or others in place of ours: a temperature, thinking. */
  readonly request?: Readonly<Partial<Anthropic.MessageCreateParamsNonStreaming>>;
};

/**
 * A summarizer over Anthropic's Messages. Its requests ask for no cache: a prompt that is sent once would only drive the
 * conversation's own out.
 */
export function createAnthropicSummarizer(options: AnthropicSummarizerOptions): Summarizer {
  const { client, model, request = {}, stream = true, ...settings } = options;
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: async (prompt, { maxTokens, signal }) => {
      const body: Anthropic.MessageCreateParamsNonStreaming = {
        model,
        max_tokens: maxTokens,
        system: prompt.system,
        messages: [{ role: "user", content: prompt.prompt }],
        ...request,
      };
      const how = { signal, maxRetries: 0 };
      if (stream) return streamed(client, body, how);
      return completionOf(await client.messages.create(body, how));
    },
  });
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
  let inputTokens: ReportedUsage | null = null;
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
function usageOf(usage: Anthropic.Usage): ReportedUsage {
  const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cacheReadTokens + cacheWriteTokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens,
    cacheWriteTokens,
  };
}
