import type { FilePart, OtherPart, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { nonEmptyText, readFilePart, toJson } from "@cutpoint/host-kit";
import type { JsonRecord } from "./json.ts";

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
      return filePart(block["file"], "application/pdf", block["filename"]) ?? otherPart(block);
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
function filePart(content: unknown, fallback: string, filename?: unknown): FilePart | null {
  if (!isRecord(content)) return readFilePart({ data: content, name: filename }, fallback);
  const { data, filename: own, mediaType, url } = content;
  return readFilePart({ data: url ?? data, mediaType, name: filename ?? own }, fallback);
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
