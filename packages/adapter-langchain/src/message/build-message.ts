import type { AssistantMessage, Json, Message, Part, UserMessage } from "@cutpoint/core";
import { isRecord, parseJson } from "@cutpoint/core/kit";
import { toJson } from "@cutpoint/host-kit";
import { partBlock } from "./content-parts.ts";
import { fileBlock } from "./file-block.ts";
import type { PackedMessage } from "./packed-message.ts";
import { SOURCES } from "./projection.ts";

type Fields = Record<string, Json>;

/** Builds a LangChain message from the parts of a message, without its metadata. */
export function buildMessage(message: Message): PackedMessage {
  switch (message.role) {
    case "system":
      return { type: "system", fields: { content: contentOf(message.parts) } };
    case "user":
      return { type: "human", fields: userFields(message) };
    case "tool":
      return {
        type: "tool",
        fields: {
          content: contentOf(message.parts),
          tool_call_id: message.callId,
          name: message.name,
          status: message.failed === true ? "error" : "success",
        },
      };
    case "assistant":
      return { type: "ai", fields: answerFields(message) };
  }
}

/** A single text becomes a string. Other parts become blocks. */
function contentOf(parts: readonly Part[]): Json {
  const [first] = parts;
  if (first === undefined) return "";
  if (parts.length === 1 && first.type === "text") return first.text;
  return parts.flatMap(blocksOf);
}

function blocksOf(part: Part): readonly Json[] {
  if (part.type === "tool-call") return [];
  return [(part.type === "file" ? fileBlock(part) : partBlock(part)) as Json];
}

function userFields({ provenance, parts }: UserMessage): Fields {
  if (provenance === "user") return { content: contentOf(parts) };
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const isText = texts.length === parts.length && provenance === "summary";
  return {
    content: isText ? texts.join("\n\n") : contentOf(parts),
    additional_kwargs: { lc_source: SOURCES[provenance] },
  };
}

function answerFields({ parts, model, finishReason, usage }: AssistantMessage): Fields {
  const contentParts = parts.filter((part) => part.type !== "tool-call" && !isInvalidCall(part));
  const calls = parts.filter((part) => part.type === "tool-call");
  const invalid = parts.flatMap((part) => (isInvalidCall(part) ? [part.value] : []));
  const needsBlocks = contentParts.some((part) => part.type !== "text");
  const metadata: Fields = {
    ...(needsBlocks ? { output_version: "v1" } : {}),
    ...(model === undefined ? {} : { model_name: model }),
    ...(finishReason === undefined || finishReason === "stop"
      ? {}
      : { finish_reason: finishReason }),
  };
  const toolCalls = calls.map((call): Json => ({
    name: call.name,
    args: argumentsOf(call.arguments),
    id: call.callId,
    type: "tool_call",
  }));
  return {
    content: needsBlocks
      ? [...contentParts.flatMap(blocksOf), ...toolCalls]
      : contentOf(contentParts),
    ...(Object.keys(metadata).length === 0 ? {} : { response_metadata: metadata }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    ...(invalid.length === 0 ? {} : { invalid_tool_calls: invalid }),
    ...(usage === undefined ? {} : { usage_metadata: usageFields(usage) }),
  };
}

function isInvalidCall(part: Part): part is Part & { readonly type: "other" } {
  return part.type === "other" && part.kind === "invalid_tool_call";
}

/** LangChain stores arguments as an object. Other values are passed to the tool as its only input. */
function argumentsOf(text: string): Json {
  const value = parseJson(text);
  return isRecord(value) ? toJson(value) : { input: text };
}

function usageFields(usage: NonNullable<AssistantMessage["usage"]>): Json {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const details = {
    ...(cacheReadTokens === undefined ? {} : { cache_read: cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cache_creation: cacheWriteTokens }),
  };
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(Object.keys(details).length === 0 ? {} : { input_token_details: details }),
  };
}
