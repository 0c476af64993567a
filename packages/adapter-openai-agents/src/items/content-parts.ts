import type { FilePart, OtherPart, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { bytesToBase64, toJson } from "@cutpoint/host-kit";
import { type JsonRecord, nonEmptyText } from "./json.ts";

type ContentPart = TextPart | FilePart | OtherPart;

/** Converts message content or tool output to parts. */
export function contentParts(content: unknown): readonly ContentPart[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (Array.isArray(content)) return content.map(blockPart);
  return content === undefined || content === null ? [] : [blockPart(content)];
}

function blockPart(block: unknown): ContentPart {
  if (!isRecord(block)) return { type: "other", kind: "unknown", value: toJson(block) };
  switch (block["type"]) {
    case "input_text":
    case "output_text":
    case "reasoning_text":
    case "text":
      return { type: "text", text: nonEmptyText(block["text"]) ?? "" };
    case "refusal":
      return { type: "text", text: nonEmptyText(block["refusal"]) ?? "" };
    case "input_image":
    case "image":
      return filePart(block["image"], "image/png") ?? otherPart(block);
    case "input_file":
    case "file":
      return withName(filePart(block["file"], "application/pdf"), block) ?? otherPart(block);
    case "computer_screenshot":
      return filePart(block["data"], "image/png") ?? otherPart(block);
    default:
      return otherPart(block);
  }
}

/** Wraps an item or a block that only its host understands. */
export function otherPart(value: JsonRecord): OtherPart {
  return { type: "other", kind: nonEmptyText(value["type"]) ?? "unknown", value: toJson(value) };
}

/** Reads a URL, a `data:` URL or base64 as a file. Returns `null` if the file has only an id. */
function filePart(source: unknown, mediaType: string): FilePart | null {
  if (typeof source === "string")
    return source === "" ? null : { type: "file", ...urlOf(source, mediaType) };
  if (!isRecord(source)) return null;
  const { url, data, mediaType: declaredType } = source;
  const type = nonEmptyText(declaredType) ?? mediaType;
  const bytes = data instanceof Uint8Array ? bytesToBase64(data) : data;
  const text = nonEmptyText(url) ?? nonEmptyText(bytes);
  return text === undefined ? null : withName({ type: "file", ...urlOf(text, type) }, source);
}

function urlOf(source: string, mediaType: string): Pick<FilePart, "mediaType" | "url"> {
  const inline = /^data:([^;,]+)/.exec(source)?.[1];
  if (inline !== undefined) return { mediaType: inline, url: source };
  if (/^https?:/.test(source)) return { mediaType, url: source };
  return { mediaType, url: `data:${mediaType};base64,${source}` };
}

function withName(file: FilePart | null, block: JsonRecord): FilePart | null {
  const name = nonEmptyText(block["filename"]);
  return file === null || name === undefined ? file : { ...file, name };
}

/** Converts parts to the content of a user message, or to tool output of several blocks. */
export function inputBlocks(parts: readonly ContentPart[]): readonly JsonRecord[] {
  return parts.map((part) => {
    switch (part.type) {
      case "text":
        return { type: "input_text", text: part.text };
      case "file":
        return part.mediaType.startsWith("image/")
          ? { type: "input_image", image: part.url }
          : {
              type: "input_file",
              file: part.url,
              ...(part.name === undefined ? {} : { filename: part.name }),
            };
      case "other":
        return isRecord(part.value) && typeof part.value["type"] === "string"
          ? part.value
          : { type: "input_text", text: JSON.stringify(part.value) };
    }
  });
}
