import type { TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import {
  type AnthropicBlock,
  type JsonObject,
  type StreamReader,
  type WireAnswer,
} from "@cutpoint/host-kit/http";

/** Reads an answer that is not streamed. */
export function readAnswer(body: JsonObject): WireAnswer {
  const blocks = Array.isArray(body["content"])
    ? (body["content"] as readonly AnthropicBlock[])
    : [];
  return {
    hasContent: blocks.some(hasContent),
    isTruncated: isTruncated(body["stop_reason"]),
    usage: usageOf(body["usage"]),
    error: body["type"] === "error" ? body : null,
  };
}

function hasContent(block: AnthropicBlock): boolean {
  if (block.type === "text") return String(block["text"]).trim() !== "";
  return !["thinking", "redacted_thinking"].includes(block.type);
}

function isTruncated(reason: unknown): boolean {
  return reason === "max_tokens" || reason === "model_context_window_exceeded";
}

/** Creates a reader of the events of an answer. */
export function createStreamReader(): StreamReader {
  let usage: JsonObject = {};
  let reason: unknown;
  let error: unknown = null;
  let hasStarted = false;
  return {
    read(event) {
      const { delta, message } = event;
      switch (event["type"]) {
        case "message_start":
          if (isRecord(message) && isRecord(message["usage"])) usage = message["usage"];
          return "opening";
        case "content_block_start":
          hasStarted = true;
          return "content";
        case "content_block_delta":
          return "content";
        case "message_delta":
          if (isRecord(delta)) reason = delta["stop_reason"];
          if (isRecord(event["usage"])) usage = { ...usage, ...event["usage"] };
          return "end";
        case "error":
          error = event;
          return "end";
        default:
          return hasStarted ? "content" : "opening";
      }
    },
    answer: () => ({
      hasContent: hasStarted,
      isTruncated: isTruncated(reason),
      usage: usageOf(usage),
      error,
    }),
  };
}

/** The API reports the tokens of the cache apart. */
function usageOf(usage: unknown): TokenUsage | undefined {
  if (!isRecord(usage) || typeof usage["input_tokens"] !== "number") return undefined;
  const cacheReadTokens = Number(usage["cache_read_input_tokens"] ?? 0);
  const cacheWriteTokens = Number(usage["cache_creation_input_tokens"] ?? 0);
  return {
    inputTokens: usage["input_tokens"] + cacheReadTokens + cacheWriteTokens,
    outputTokens: Number(usage["output_tokens"] ?? 0),
    cacheReadTokens,
    cacheWriteTokens,
  };
}
