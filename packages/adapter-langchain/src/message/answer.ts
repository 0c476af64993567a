import type {
  FinishReason,
  AssistantMessage,
  Part,
  TokenUsage,
  ToolCallPart,
} from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { toJson } from "@cutpoint/host-kit";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { blockPart, otherPart, reasoningPart } from "./content-parts.ts";
import { firstText, type JsonRecord } from "./first-text.ts";

type Call = NonNullable<AIMessage["tool_calls"]>[number];

/** Content blocks that repeat a call of `tool_calls`. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_call", "function_call"]);

/** Finish reasons by the providers' names for answers that did not complete. */
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  MAX_TOKENS: "length",
  model_context_window_exceeded: "length",
  incomplete: "length",
  aborted: "aborted",
  cancelled: "aborted",
  failed: "error",
};

/**
 * Converts an answer. A call keeps its position among the content blocks.
 *
 * Invalid calls have no result and become `other`.
 *
 * @param requestedModel replaces a reported name that only adds a date to it
 */
export function answerOf(message: AIMessage, requestedModel?: string): AssistantMessage {
  const model = modelOf(message, requestedModel);
  const finishReason = finishReasonOf(message);
  const usage = usageOf(message);
  return {
    role: "assistant",
    parts: answerParts(message),
    ...(model === undefined ? {} : { model }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function answerParts(message: AIMessage): readonly Part[] {
  const remaining = [...(message.tool_calls ?? [])];
  const blocks: readonly unknown[] =
    typeof message.content === "string"
      ? [message.content].filter((text) => text !== "")
      : message.content;
  const parts = blocks.map((block): Part => {
    if (!isRecord(block) || !CALL_BLOCKS.has(block["type"])) return blockPart(block);
    const index = remaining.findIndex((call) => isSameCall(call, block));
    const [call] = index === -1 ? [] : remaining.splice(index, 1);
    return call === undefined ? blockPart(block) : callPart(call);
  });
  const invalid = (message.invalid_tool_calls ?? []).map((call) =>
    otherPart("invalid_tool_call", { ...call, type: "invalid_tool_call" }),
  );
  const reasoning = parts.some((part) => part.type === "reasoning")
    ? []
    : reasoningFromKwargs(message);
  return [...reasoning, ...parts, ...remaining.map(callPart), ...invalid];
}

function isSameCall(call: Call, block: JsonRecord): boolean {
  return call.id !== undefined && (call.id === block["call_id"] || call.id === block["id"]);
}

function callPart({ id, name, args }: Call): ToolCallPart {
  return {
    type: "tool-call",
    callId: id === undefined || id === "" ? `call-of-${name}` : id,
    name: name === "" ? "tool" : name,
    arguments: JSON.stringify(toJson(args) ?? {}),
  };
}

/** Some chat models store reasoning outside of the content. */
function reasoningFromKwargs({ additional_kwargs }: BaseMessage): readonly Part[] {
  const { reasoning, reasoning_content } = additional_kwargs;
  const text = firstText(reasoning_content);
  if (isRecord(reasoning)) return [reasoningPart(reasoning)];
  return text === undefined ? [] : [{ type: "reasoning", text }];
}

function modelOf({ response_metadata }: AIMessage, requested?: string): string | undefined {
  const reported = firstText(response_metadata["model_name"], response_metadata["model"]);
  if (requested === undefined || reported === undefined) return reported;
  return reported.startsWith(`${requested}-`) ? requested : reported;
}

function finishReasonOf(message: AIMessage): FinishReason | undefined {
  return stopReasonsOf(message)
    .map((reason) => FINISH_REASONS[reason])
    .find((finishReason) => finishReason !== undefined);
}

/**
 * Returns the provider's reasons for the end of an answer. Anthropic's streams report theirs in `additional_kwargs`.
 */
export function stopReasonsOf({
  additional_kwargs,
  response_metadata,
}: BaseMessage): readonly string[] {
  const { finish_reason, stop_reason, status, incomplete_details } = response_metadata;
  const isIncomplete = incomplete_details !== undefined && incomplete_details !== null;
  return [
    finish_reason,
    stop_reason,
    additional_kwargs["stop_reason"],
    isIncomplete ? "incomplete" : undefined,
    status,
  ].filter((reason): reason is string => typeof reason === "string");
}

function usageOf(message: AIMessage): TokenUsage | undefined {
  const usage: unknown = message.usage_metadata;
  if (!isRecord(usage)) return undefined;
  const { input_tokens, output_tokens, input_token_details } = usage;
  if (!isCount(input_tokens) || !isCount(output_tokens)) return undefined;
  const details = isRecord(input_token_details) ? input_token_details : {};
  const { cache_read: cacheRead, cache_creation: cacheWrite } = details;
  return {
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    ...(isCount(cacheRead) ? { cacheReadTokens: cacheRead } : {}),
    ...(isCount(cacheWrite) ? { cacheWriteTokens: cacheWrite } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
