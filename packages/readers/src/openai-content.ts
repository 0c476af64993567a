import type { TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { type ContentPart, filePart, otherPart, textParts } from "./content-parts.ts";
import {
  defined,
  type JsonRecord,
  countIn,
  recordIn,
  recordsIn,
  nameIn,
  textIn,
} from "./fields.ts";

/** Returns the parts of a content of Chat Completions, Responses or the Agents SDK. */
export function contentParts(content: unknown): readonly ContentPart[] {
  if (typeof content === "string") return textParts(content);
  return (isRecord(content) ? [content] : recordsIn(content)).map(contentPart);
}

function contentPart(part: JsonRecord): ContentPart {
  const text = textIn(part, "text") ?? textIn(part, "refusal");
  if (text !== undefined) return { type: "text", text };
  const url =
    nameIn(part, "image_url") ??
    nameIn(recordIn(part, "image_url"), "url") ??
    nameIn(part, "image");
  if (url !== undefined) return filePart(/^data:([^;,]+)/.exec(url)?.[1] ?? "image/*", url);
  return otherPart(part);
}

/** Reads the usage of Chat Completions, Responses and Codex. Cached tokens are part of the input. */
export function openaiUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const inputTokens = countIn(value, "input_tokens") ?? countIn(value, "prompt_tokens");
  if (inputTokens === undefined) return undefined;
  return defined({
    inputTokens,
    outputTokens: countIn(value, "output_tokens") ?? countIn(value, "completion_tokens") ?? 0,
    cacheReadTokens:
      countIn(value, "cached_input_tokens") ??
      countIn(recordIn(value, "input_tokens_details"), "cached_tokens") ??
      countIn(recordIn(value, "prompt_tokens_details"), "cached_tokens"),
  });
}
