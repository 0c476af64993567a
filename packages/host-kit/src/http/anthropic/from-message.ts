import {
  type FilePart,
  type Json,
  type Message,
  type Part,
  textOf,
  type ToolMessage,
} from "@cutpoint/core";
import { isRecord, parseJson } from "@cutpoint/core/kit";
import { fromJson, wellFormedJson } from "../../json.ts";
import { originalPlaces } from "../../original-places.ts";
import type { OriginalUnit } from "../../unit-format.ts";
import { type AnthropicBlock, blocksOf, type AnthropicUnit } from "./messages.ts";
import { innerBlocks } from "./to-message.ts";

/**
 * Converts a message to a unit.
 *
 * @param original the unit that it was made from: its unchanged blocks are kept with all their fields
 */
export function fromMessage(
  message: Message,
  original?: OriginalUnit<AnthropicUnit>,
): AnthropicUnit {
  if (message.role === "tool") return resultUnit(message, original);
  const blocks = original === undefined ? [] : blocksOf(original.unit.message);
  const content = writeParts(message.parts, blocks, original);
  const { role } = message;
  return {
    continues: original?.unit.continues ?? false,
    message: {
      ...original?.unit.message,
      role: original?.unit.message.role ?? (role === "system" ? "user" : role),
      content,
    },
  };
}

function resultUnit(
  message: ToolMessage,
  original: OriginalUnit<AnthropicUnit> | undefined,
): AnthropicUnit {
  const { callId, failed } = message;
  const own = original === undefined ? undefined : blocksOf(original.unit.message)[0];
  const inner = innerBlocks(own?.["content"]);
  const isText = message.parts.every(({ type }) => type === "text");
  const content = isText ? textOf(message) : writeParts(message.parts, inner, original);
  const block = {
    ...own,
    type: "tool_result",
    tool_use_id: callId,
    ...(failed === true ? { is_error: true } : {}),
    content,
  };
  return {
    ...original?.unit,
    continues: original?.unit.continues ?? false,
    message: { ...original?.unit.message, role: "user", content: [block] },
  };
}

/** Returns the blocks that the parts were made from, or new ones. A call with a new id keeps its other fields. */
function writeParts(
  parts: readonly Part[],
  blocks: readonly AnthropicBlock[],
  original: OriginalUnit<AnthropicUnit> | undefined,
): readonly AnthropicBlock[] {
  const places = originalPlaces(parts, original?.parts ?? []);
  return parts.flatMap((part) => {
    const own = blocks[places.get(part) ?? -1];
    if (own === undefined) return newBlocks(part);
    return part.type === "tool-call" ? [{ ...own, id: part.callId }] : [own];
  });
}

function newBlocks(part: Part): readonly AnthropicBlock[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }]; // blank text is refused
    case "file":
      return [fileBlock(part)];
    case "tool-call": {
      const { callId: id, name } = part;
      return [{ type: "tool_use", id, name, input: inputOf(part.arguments) }];
    }
    case "reasoning": {
      const { signature, text } = part;
      if (signature === undefined) return []; // only signed thinking is accepted
      return text === ""
        ? [{ type: "redacted_thinking", data: signature }]
        : [{ type: "thinking", thinking: text, signature }];
    }
    case "other":
      return isRecord(part.value) && typeof part.value["type"] === "string"
        ? [fromJson(part.value) as AnthropicBlock]
        : [{ type: "text", text: JSON.stringify(part.value) }];
  }
}

/** The API expects an object without lone surrogates, also from escapes. Other arguments become its field. */
function inputOf(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text === "" ? "{}" : text);
  const input: unknown = value === undefined ? text : wellFormedJson(value as Json);
  return isRecord(input) ? input : { input };
}

function fileBlock({ mediaType, name, url }: FilePart): AnthropicBlock {
  const type = mediaType.startsWith("image/") ? "image" : "document";
  return { type, source: sourceOf(url, mediaType), ...(name === undefined ? {} : { title: name }) };
}

function sourceOf(url: string, mediaType: string): Readonly<Record<string, unknown>> {
  const [, encoding, data = ""] = /^data:[^,]*?(;base64)?,(.*)$/su.exec(url) ?? [];
  if (encoding !== undefined) return { type: "base64", media_type: mediaType, data };
  if (url.startsWith("data:"))
    return { type: "text", media_type: mediaType, data: decodedText(data) };
  return { type: "url", url };
}

/** Decodes the text of a `data:` URL. Text with an invalid escape is returned unchanged. */
function decodedText(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
