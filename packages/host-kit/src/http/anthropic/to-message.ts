import type { FilePart, Message, OtherPart, Part, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { type AnthropicBlock, blocksOf, isResult, type AnthropicUnit } from "./messages.ts";
import { readFilePart } from "../../file-part.ts";
import { toJson } from "../../json.ts";
import { userProvenance } from "../../user-provenance.ts";

type ContentPart = TextPart | FilePart | OtherPart;

/** Converts a unit to a message with one part for each block. */
export function toMessage({ message, toolName = "unknown" }: AnthropicUnit): Message {
  const blocks = blocksOf(message);
  const [first] = blocks;
  if (message.role === "assistant") return { role: "assistant", parts: blocks.map(answerPart) };
  if (message.role === "user" && isResult(first)) return toolMessage(first, toolName);
  const parts = blocks.map(contentPart);
  // Other roles than `user` are those of the app, for example `system` between two turns.
  const provenance = message.role === "user" ? userProvenance(parts) : "synthetic";
  return { role: "user", provenance, parts };
}

function toolMessage(block: AnthropicBlock, name: string): Message {
  const { content } = block;
  return {
    role: "tool",
    callId: textAt(block, "tool_use_id"),
    name,
    ...(block["is_error"] === true ? { failed: true } : {}),
    parts: innerBlocks(content).map(contentPart),
  };
}

/** Returns the content of a result as blocks. */
export function innerBlocks(content: unknown): readonly AnthropicBlock[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as readonly AnthropicBlock[]) : [];
}

function answerPart(block: AnthropicBlock): Part {
  switch (block.type) {
    case "thinking":
      return reasoningPart(textAt(block, "thinking"), textAt(block, "signature"));
    case "redacted_thinking":
      return reasoningPart("", textAt(block, "data"));
    case "tool_use": {
      const callId = textAt(block, "id");
      const name = textAt(block, "name");
      if (callId === "" || name === "") return contentPart(block);
      return { type: "tool-call", callId, name, arguments: JSON.stringify(block["input"] ?? {}) };
    }
    default:
      return contentPart(block);
  }
}

function reasoningPart(text: string, signature: string): Part {
  return { type: "reasoning", text, ...(signature === "" ? {} : { signature }) };
}

function contentPart(block: AnthropicBlock): ContentPart {
  if (block.type === "text" && typeof block["text"] === "string")
    return { type: "text", text: block["text"] };
  return filePart(block) ?? { type: "other", kind: block.type || "unknown", value: toJson(block) };
}

/** Reads an image or a document; `null` if it is a reference to a file of the provider, or something else. */
function filePart({ source, title: name, type }: AnthropicBlock): FilePart | null {
  if (!["image", "document"].includes(type) || !isRecord(source)) return null;
  const { data, media_type: mediaType, url } = source;
  const fallback = type === "image" ? "image/*" : "application/pdf";
  switch (source["type"]) {
    case "base64":
      return readFilePart({ data, mediaType, name }, fallback);
    case "text": {
      const text = encodeURIComponent(textAt(source, "data"));
      const inline = `data:${textAt(source, "media_type") || fallback},${text}`;
      return readFilePart({ url: inline, mediaType, name }, fallback);
    }
    default:
      return readFilePart({ url, mediaType, name }, fallback);
  }
}

function textAt(value: Readonly<Record<string, unknown>>, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}
