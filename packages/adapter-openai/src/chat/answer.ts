import type { TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import type { JsonObject, StreamReader, WireAnswer } from "@cutpoint/host-kit/http";

/** Reads an answer that is not streamed. */
export function readAnswer(body: JsonObject): WireAnswer {
  const [choice] = Array.isArray(body["choices"]) ? body["choices"].filter(isRecord) : [];
  const message = isRecord(choice?.["message"]) ? choice["message"] : {};
  return {
    hasContent: hasContent(message),
    isTruncated: choice?.["finish_reason"] === "length",
    usage: usageOf(body["usage"]),
    error: body["error"] ?? null,
  };
}

/** Fields of an answer besides its content: reasoning is no content. */
const EMPTY_FIELDS = new Set(["role", "reasoning", "reasoning_content"]);

function hasContent(message: JsonObject): boolean {
  return Object.entries(message).some(
    ([name, value]) =>
      !EMPTY_FIELDS.has(name) &&
      (typeof value === "string" ? value.trim() !== "" : hasItems(value)),
  );
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isRecord(value);
}

/** Creates a reader of the chunks of an answer. The last one has the usage, if the app wants it. */
export function createStreamReader(): StreamReader {
  let usage: unknown;
  let reason: unknown;
  let error: unknown = null;
  let hasStarted = false;
  return {
    read(chunk) {
      if (isRecord(chunk["error"])) {
        ({ error } = chunk);
        return "end";
      }
      if (isRecord(chunk["usage"])) ({ usage } = chunk);
      const [choice] = Array.isArray(chunk["choices"]) ? chunk["choices"].filter(isRecord) : [];
      const delta = isRecord(choice?.["delta"]) ? choice["delta"] : {};
      reason = choice?.["finish_reason"] ?? reason;
      hasStarted ||= Object.entries(delta).some(
        ([name, value]) => name !== "role" && value !== "" && (value ?? null) !== null,
      );
      if (isRecord(chunk["usage"])) return "end";
      return hasStarted ? "content" : "opening";
    },
    answer: () => ({
      hasContent: hasStarted,
      isTruncated: reason === "length",
      usage: usageOf(usage),
      error,
    }),
  };
}

function usageOf(usage: unknown): TokenUsage | undefined {
  if (!isRecord(usage) || typeof usage["prompt_tokens"] !== "number") return undefined;
  const details = usage["prompt_tokens_details"];
  const cached = isRecord(details) ? details["cached_tokens"] : undefined;
  return {
    inputTokens: usage["prompt_tokens"],
    outputTokens: Number(usage["completion_tokens"] ?? 0),
    ...(typeof cached === "number" ? { cacheReadTokens: cached } : {}),
  };
}
