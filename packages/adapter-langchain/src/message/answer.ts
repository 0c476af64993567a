import type {
  FinishReason,
  AssistantMessage,
  Part,
  TokenUsage,
  ToolCallPart,
} from "@cutpoint/core";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { blockPart, otherPart, reasoningPart } from "./content-parts.ts";
import { firstText, isRecord, type JsonRecord, toJson } from "./json-value.ts";

type Call = NonNullable<AIMessage["tool_calls"]>[number];

/** Content blocks that stand for a call which `tool_calls` holds as well. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_call", "function_call"]);

/** What a provider calls an answer that was not brought to its end. */
const OUTCOMES: Readonly<Record<string, FinishReason>> = {
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
 * An answer in Cutpoint's words. A call keeps its place among the content where it has one there; invalid calls have no
 * result and are kept as `other`.
 *
 * @param requestedModel takes the place of the reported name where that is the same model with a date behind it
 */
export function answerOf(message: AIMessage, requestedModel?: string): AssistantMessage {
  const model = modelOf(message, requestedModel);
  const finishReason = outcomeOf(message);
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
  const waiting = [...(message.tool_calls ?? [])];
  const blocks: readonly unknown[] =
    typeof message.content === "string"
      ? [message.content].filter((text) => text !== "")
      : message.content;
  const parts = blocks.map((block): Part => {
    if (!isRecord(block) || !CALL_BLOCKS.has(block["type"])) return blockPart(block);
    const place = waiting.findIndex((call) => isSameCall(call, block));
    const [call] = place === -1 ? [] : waiting.splice(place, 1);
    return call === undefined ? blockPart(block) : callPart(call);
  });
  const invalid = (message.invalid_tool_calls ?? []).map((call) =>
    otherPart("invalid_tool_call", { ...call, type: "invalid_tool_call" }),
  );
  const reasoning = parts.some((part) => part.type === "reasoning") ? [] : keptBeside(message);
  return [...reasoning, ...parts, ...waiting.map(callPart), ...invalid];
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

/** Reasoning that some chat models keep beside the content. */
function keptBeside({ additional_kwargs }: BaseMessage): readonly Part[] {
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

function outcomeOf(message: AIMessage): FinishReason | undefined {
  return stopReasonsOf(message)
    .map((word) => OUTCOMES[word])
    .find((outcome) => outcome !== undefined);
}

/** Why an answer ended, in its provider's words; Anthropic's streams say it beside the metadata. */
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
  ].filter((word): word is string => typeof word === "string");
}

function usageOf(message: AIMessage): TokenUsage | undefined {
  const usage: unknown = message.usage_metadata;
  if (!isRecord(usage)) return undefined;
  const { input_tokens, output_tokens, input_token_details } = usage;
  if (!isCount(input_tokens) || !isCount(output_tokens)) return undefined;
  const details = isRecord(input_token_details) ? input_token_details : {};
  const { cache_read: read, cache_creation: written } = details;
  return {
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    ...(isCount(read) ? { cacheReadTokens: read } : {}),
    ...(isCount(written) ? { cacheWriteTokens: written } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
