import type { FilePart, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { readFilePart } from "@cutpoint/host-kit";
import { firstText, type JsonRecord } from "./first-text.ts";

/** Default media types by the block types of LangChain and of the providers. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  image: "image/*",
  image_url: "image/*",
  input_image: "image/*",
  audio: "audio/*",
  input_audio: "audio/*",
  video: "video/*",
  document: "application/pdf",
  file: "application/octet-stream",
  input_file: "application/octet-stream",
  "text-plain": "text/plain",
};

/**
 * Reads the file of a content block, or its text if the file is given as text. Returns `null` for other blocks.
 *
 * Supports LangChain's standard blocks of both versions, and the blocks of OpenAI and Anthropic.
 */
export function fileBlockPart(block: JsonRecord): FilePart | TextPart | null {
  const fallback = MEDIA_TYPES[String(block["type"])];
  if (fallback === undefined) return null;
  const { id, text, ...source } = sourceOf(block);
  if (text !== undefined) return { type: "text", text };
  const file = readFilePart(source, fallback);
  if (file !== null || id === undefined) return file;
  return readFilePart({ ...source, url: `attachment:${id}` }, fallback);
}

type Source = Parameters<typeof readFilePart>[0] & {
  readonly id: string | undefined;
  readonly text: string | undefined;
};

function sourceOf(block: JsonRecord): Source {
  const inner = nestedObject(block);
  const metadata = isRecord(block["metadata"]) ? block["metadata"] : {};
  const isTextSource = inner["type"] === "text" || block["source_type"] === "text";
  const format = firstText(inner["format"]);
  return {
    url: firstText(block["url"], block["image_url"], inner["url"], inner["file_data"]),
    data: isTextSource ? undefined : block["data"] || inner["data"],
    id: firstText(
      block["fileId"],
      block["file_id"],
      inner["file_id"],
      block["source_type"] === "id" ? block["id"] : undefined,
    ),
    text: isTextSource || block["type"] === "text-plain" ? textIn(block, inner) : undefined,
    mediaType: firstText(
      block["mimeType"],
      block["mime_type"],
      inner["media_type"],
      format === undefined ? undefined : `audio/${format}`,
    ),
    name: firstText(
      metadata["filename"],
      metadata["name"],
      block["filename"],
      inner["filename"],
      block["title"],
    ),
  };
}

/** Some providers describe the file in a nested object. */
function nestedObject(block: JsonRecord): JsonRecord {
  const inner = ["source", "image_url", "input_audio", "file"]
    .map((key) => block[key])
    .find(isRecord);
  return inner ?? {};
}

function textIn(block: JsonRecord, inner: JsonRecord): string | undefined {
  return firstText(block["text"], inner["data"], inner["text"]);
}

/** Returns a content block that the chat models of OpenAI and Anthropic both accept. */
export function fileBlock({ mediaType, url, name }: FilePart): JsonRecord {
  if (mediaType.startsWith("image/")) return { type: "image_url", image_url: { url } };
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
  return {
    type: "file",
    mime_type: mediaType,
    ...(inline === undefined
      ? { source_type: "url", url }
      : { source_type: "base64", data: inline }),
    ...(name === undefined ? {} : { metadata: { filename: name } }),
  };
}
