import type Anthropic from "@anthropic-ai/sdk";
import type { TokenUsage, Summarizer } from "@cutpoint/core";
import type { AlignedRequest, CompleteOptions, Completion } from "../model/completion.ts";
import { invalidInput } from "@cutpoint/core/kit";
import { assertClient } from "./assert-client.ts";
import { createModelSummarizer, type ModelSettings } from "../model/model-summarizer.ts";

export type AnthropicSummarizerOptions = ModelSettings & {
  /** Your client. Its retries are turned off for these calls. */
  readonly client: Anthropic;
  readonly model: string;
  /** Whether to stream the answer, so that gateways do not time out. Default: `true`. */
  readonly stream?: boolean;
  /**
   * Returns the live conversation as your own requests send it: the same messages, system text and tools.
   *
   * The summary is then requested by a message after the conversation, which Anthropic reads from its cache.
   */
  readonly conversation?: (
    request: AlignedRequest,
  ) => Pick<Anthropic.MessageCreateParamsNonStreaming, "messages" | "system" | "tools">;
  /**
   * Whether the summary of the live conversation is an on-demand compaction of Anthropic, a beta: the prompt is sent as its
   * instructions, so the model cannot answer with a tool call. Needs `conversation`. Default: `false`.
   */
  readonly onDemand?: boolean;
  /** Fields to add to the request or to replace, for example `temperature` or `thinking`. */
  readonly request?: Readonly<Partial<Anthropic.MessageCreateParamsNonStreaming>>;
};

/**
 * Creates a summarizer that calls the Anthropic Messages API.
 *
 * Its own prompts are not cached, since they are sent once. With `conversation`, a cache point at the end of the live
 * conversation makes Anthropic read it from the cache.
 *
 * @throws `invalid-input` if an option is not valid
 */
export function createAnthropicSummarizer(options: AnthropicSummarizerOptions): Summarizer {
  assertClient(options, "expected a client, such as new Anthropic()");
  const {
    client,
    conversation,
    model,
    onDemand,
    request = {},
    stream = true,
    ...settings
  } = options;
  if (onDemand === true && conversation === undefined)
    throw invalidInput("conversation", conversation, "expected a function if onDemand is set");
  const ask = async (
    sent: ReturnType<NonNullable<typeof conversation>>,
    { maxTokens, signal }: CompleteOptions,
  ): Promise<Completion> => {
    const body = { model, max_tokens: maxTokens, ...sent, ...request };
    const callOptions = { signal, maxRetries: 0 };
    if (stream) return streamed(client, body, callOptions);
    return completionOf(await client.messages.create(body, callOptions));
  };
  return createModelSummarizer({
    name: model,
    ...settings,
    complete: ({ prompt, system }, callOptions) =>
      ask({ system, messages: [{ role: "user", content: prompt }] }, callOptions),
    ...(conversation === undefined
      ? {}
      : {
          completeAligned: (aligned, callOptions) => {
            const { messages, ...rest } = conversation(aligned);
            if (onDemand === true) {
              const sent = { model, ...rest, messages: [...withCachePoint(messages)], ...request };
              return compacted(client, sent, aligned.prompt, callOptions);
            }
            const question = { role: "user", content: aligned.prompt } as const;
            return ask({ ...rest, messages: [...withCachePoint(messages), question] }, callOptions);
          },
        }),
  });
}

const COMPACTION_BETA = "compact-2026-09-04";

/** Requests an on-demand compaction. Only the readable text of its block is used. */
async function compacted(
  client: Anthropic,
  sent: Omit<Anthropic.MessageCreateParamsNonStreaming, "max_tokens">,
  instructions: string,
  { maxTokens, signal }: CompleteOptions,
): Promise<Completion> {
  const body = { max_tokens: maxTokens, ...sent } as Anthropic.Beta.MessageCreateParamsNonStreaming;
  const compaction = { type: "summarize", instructions } as const;
  const { content, stop_reason, usage } = await client.beta.messages.create(
    { ...body, betas: [COMPACTION_BETA], compaction },
    { signal, maxRetries: 0 },
  );
  return {
    text: content
      .map((block) => (block.type === "compaction" ? (block.content ?? "") : ""))
      .join(""),
    stopReason: stop_reason === "compaction" ? "end_turn" : stop_reason,
    usage: usageOf(usage),
  };
}

/** Adds a cache point to the last message, unless the messages contain one. */
function withCachePoint(
  messages: readonly Anthropic.MessageParam[],
): readonly Anthropic.MessageParam[] {
  const last = messages.at(-1);
  if (last === undefined || JSON.stringify(messages).includes('"cache_control":{')) return messages;
  const { content } = last;
  const blocks: readonly Anthropic.ContentBlockParam[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const block = blocks.at(-1);
  if (block === undefined || block.type.includes("thinking")) return messages;
  const point = { ...block, cache_control: { type: "ephemeral" } };
  const cached = { ...last, content: [...blocks.slice(0, -1), point] } as Anthropic.MessageParam;
  return [...messages.slice(0, -1), cached];
}

async function streamed(
  client: Anthropic,
  body: Anthropic.MessageCreateParamsNonStreaming,
  callOptions: { readonly signal: AbortSignal; readonly maxRetries: number },
): Promise<Completion> {
  const events = await client.messages.create({ ...body, stream: true }, callOptions);
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
    ...flagsOf(kinds),
    usage: inputTokens === null ? null : { ...inputTokens, outputTokens },
  };
}

/** The stop reason of a stream that ended without one. */
const BROKEN_OFF = "broken-off";

function completionOf({ content, stop_reason, usage }: Anthropic.Message): Completion {
  return {
    text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    stopReason: stop_reason,
    ...flagsOf(content.map(({ type }) => type)),
    usage: usageOf(usage),
  };
}

function flagsOf(kinds: readonly string[]): Pick<Completion, "callsTool" | "hasReasoning"> {
  return {
    callsTool: kinds.some((kind) => kind.endsWith("tool_use")),
    hasReasoning: kinds.some((kind) => kind.endsWith("thinking")),
  };
}

type CountedUsage = Pick<
  Anthropic.Usage,
  "cache_creation_input_tokens" | "cache_read_input_tokens" | "input_tokens" | "output_tokens"
>;

/** Anthropic reports cache reads and writes in addition to the input tokens. */
function usageOf(usage: CountedUsage): TokenUsage {
  const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cacheReadTokens + cacheWriteTokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens,
    cacheWriteTokens,
  };
}
