import type { Json, OtherPart, Part, ReasoningPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { toJson } from "@cutpoint/host-kit";
import { fileBlockPart } from "./file-block.ts";
import { firstText, type JsonRecord } from "./first-text.ts";

/** Converts message content to parts. Content that only its provider understands becomes `other`. */
export function contentParts(content: unknown): readonly Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return Array.isArray(content) ? content.map(blockPart) : [];
}

export function blockPart(block: unknown): Part {
  if (typeof block === "string") return { type: "text", text: block };
  if (!isRecord(block)) return otherPart("unknown", block);
  switch (block["type"]) {
    case "text":
    case "input_text":
    case "output_text":
      return { type: "text", text: firstText(block["text"]) ?? "" };
    case "refusal":
      return { type: "text", text: firstText(block["refusal"]) ?? "" };
    case "reasoning":
    case "thinking":
    case "redacted_thinking":
      return reasoningPart(block);
    default:
      return fileBlockPart(block) ?? otherPart(firstText(block["type"]) ?? "unknown", block);
  }
}

/** Wraps a value that only its host understands, as JSON. */
export function otherPart(kind: string, value: unknown): OtherPart {
  return { type: "other", kind, value: toJson(value) };
}

/** Reads reasoning of LangChain, Anthropic or OpenAI: the text, and the signature or the encrypted body. */
export function reasoningPart(block: JsonRecord): ReasoningPart {
  const extras = isRecord(block["extras"]) ? block["extras"] : {};
  const signature = firstText(
    block["signature"],
    block["encrypted_content"],
    block["type"] === "redacted_thinking" ? block["data"] : undefined,
    extras["signature"],
  );
  const text = firstText(block["reasoning"], block["thinking"]) ?? summaryTexts(block["summary"]);
  return { type: "reasoning", text, ...(signature === undefined ? {} : { signature }) };
}

function summaryTexts(summary: unknown): string {
  if (!Array.isArray(summary)) return "";
  return summary
    .flatMap((entry) => (isRecord(entry) ? (firstText(entry["text"]) ?? []) : []))
    .join("\n");
}

/** Converts a part to a content block. Signed reasoning has a `signature`, as in LangChain's standard blocks. */
export function partBlock(part: Exclude<Part, { type: "file" | "tool-call" }>): JsonRecord {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "reasoning":
      return {
        type: "reasoning",
        reasoning: part.text,
        ...(part.signature === undefined ? {} : { signature: part.signature }),
      };
    case "other":
      return isBlock(part.value) ? part.value : { type: "non_standard", value: part.value };
  }
}

function isBlock(value: Json): value is { readonly [key: string]: Json } {
  return isRecord(value) && typeof value["type"] === "string";
}
