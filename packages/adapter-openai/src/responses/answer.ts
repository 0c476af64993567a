import type { TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import type { JsonObject, ResponsesItem, StreamReader, WireAnswer } from "@cutpoint/host-kit/http";

/** Reads a response. */
export function readAnswer(response: JsonObject): WireAnswer {
  const { incomplete_details: details, output, status, usage } = response;
  const items = Array.isArray(output) ? output.filter(isRecord) : [];
  return {
    hasContent: items.some(hasContent),
    isTruncated: isRecord(details) && details["reason"] === "max_output_tokens",
    usage: usageOf(usage),
    error: status === "failed" ? response["error"] : null,
  };
}

function hasContent({ content, type }: ResponsesItem): boolean {
  if (type !== "message") return type !== "reasoning";
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  return parts.some(({ text }) => typeof text !== "string" || text.trim() !== "");
}

/** Events after which the response is complete. Only they contain all of it. */
const LAST = ["response.completed", "response.incomplete", "response.failed"];
/** Events before the first item. */
const FIRST = ["response.created", "response.queued", "response.in_progress"];

/** Creates a reader of the events of a response. */
export function createStreamReader(): StreamReader {
  let response: JsonObject = {};
  let error: unknown = null;
  let hasStarted = false;
  return {
    read(event) {
      const type = String(event["type"]);
      if (type === "error") error = event;
      if (LAST.includes(type) && isRecord(event["response"])) ({ response } = event as never);
      if (type === "error" || LAST.includes(type)) return "end";
      hasStarted ||= !FIRST.includes(type);
      return hasStarted ? "content" : "opening";
    },
    answer() {
      const answer = readAnswer(response);
      return {
        ...answer,
        hasContent: hasStarted || answer.hasContent,
        error: error ?? answer.error,
      };
    },
  };
}

function usageOf(usage: unknown): TokenUsage | undefined {
  if (!isRecord(usage) || typeof usage["input_tokens"] !== "number") return undefined;
  const details = usage["input_tokens_details"];
  const cached = isRecord(details) ? details["cached_tokens"] : undefined;
  return {
    inputTokens: usage["input_tokens"],
    outputTokens: Number(usage["output_tokens"] ?? 0),
    ...(typeof cached === "number" ? { cacheReadTokens: cached } : {}),
  };
}
