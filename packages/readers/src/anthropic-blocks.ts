import type { Part, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import {
  type ContentPart,
  filePart,
  otherPart,
  reasoningPart,
  toolCallPart,
} from "./content-parts.ts";
import { type JsonRecord, countIn, recordIn, recordsIn, nameIn, textIn } from "./fields.ts";
import { uncachedUsage } from "./uncached-usage.ts";

/** One result of a user message. Providers send each one apart. */
export type ResultBlock = {
  readonly callId: string;
  readonly failed: boolean;
  readonly parts: readonly ContentPart[];
};

/** Returns the parts of an answer of the Messages API. */
export function answerParts(content: unknown): readonly Part[] {
  return blocksOf(content).map(answerPart);
}

/** Returns the parts of a user message, without the results of tool calls. */
export function userParts(content: unknown): readonly ContentPart[] {
  return blocksOf(content)
    .filter((block) => block["type"] !== "tool_result")
    .map(contentPart)
    .filter((part) => part.type !== "text" || part.text !== "");
}

/** Returns the results of tool calls in a user message. */
export function resultBlocks(content: unknown): readonly ResultBlock[] {
  return blocksOf(content)
    .filter((block) => block["type"] === "tool_result")
    .map((block) => ({
      callId: nameIn(block, "tool_use_id") ?? "unknown",
      failed: block["is_error"] === true,
      parts: blocksOf(block["content"]).map(contentPart),
    }));
}

export function anthropicUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const inputTokens = countIn(value, "input_tokens");
  if (inputTokens === undefined) return undefined;
  return uncachedUsage({
    inputTokens,
    outputTokens: countIn(value, "output_tokens"),
    cacheReadTokens: countIn(value, "cache_read_input_tokens"),
    cacheWriteTokens: countIn(value, "cache_creation_input_tokens"),
  });
}

function blocksOf(content: unknown): readonly JsonRecord[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return recordsIn(content);
}

function answerPart(block: JsonRecord): Part {
  switch (block["type"]) {
    case "thinking":
      return reasoningPart(textIn(block, "thinking"), textIn(block, "signature"));
    case "tool_use":
      return toolCallPart(textIn(block, "id"), textIn(block, "name"), block["input"]);
    default:
      return contentPart(block);
  }
}

function contentPart(block: JsonRecord): ContentPart {
  if (block["type"] === "text") return { type: "text", text: textIn(block, "text") ?? "" };
  if (block["type"] === "image" || block["type"] === "document") {
    const source = recordIn(block, "source");
    const url = nameIn(source, "url") ?? dataUrl(source);
    if (url !== undefined) return filePart(mediaTypeOf(source), url, nameIn(block, "title"));
  }
  return otherPart(block);
}

function dataUrl(source: JsonRecord): string | undefined {
  const data = nameIn(source, "data");
  return data === undefined ? undefined : `data:${mediaTypeOf(source)};base64,${data}`;
}

function mediaTypeOf(source: JsonRecord): string {
  return nameIn(source, "media_type") ?? "application/octet-stream";
}
