import type { FilePart, TextPart } from "@cutpoint/core";
import { base64Of, firstText, isRecord, type JsonRecord } from "./json-value.ts";

/** Content blocks that hold a file, by the type that LangChain or a provider gives them, and what the file then is. */
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
 * The file in a content block (LangChain's standard blocks of either version, OpenAI's, Anthropic's), or the text where
 * its body is given as text; `null` for a block of any other kind.
 */
export function fileBlockPart(block: JsonRecord): FilePart | TextPart | null {
  const fallback = MEDIA_TYPES[String(block["type"])];
  if (fallback === undefined) return null;
  const source = sourceOf(block);
  if (source.text !== undefined) return { type: "text", text: source.text };
  const inUrl = /^data:([^;,]+)/.exec(source.url ?? "")?.[1];
  const mediaType = source.mediaType ?? inUrl ?? fallback;
  const url =
    source.url ??
    (source.data === undefined ? undefined : `data:${mediaType};base64,${source.data}`) ??
    (source.id === undefined ? undefined : `attachment:${source.id}`);
  if (url === undefined) return null;
  return {
    type: "file",
    mediaType,
    url,
    ...(source.name === undefined ? {} : { name: source.name }),
  };
}

type Source = {
  readonly url?: string | undefined;
  readonly data?: string | undefined;
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly name?: string | undefined;
};

function sourceOf(block: JsonRecord): Source {
  const inner = innerOf(block);
  const metadata = isRecord(block["metadata"]) ? block["metadata"] : {};
  const isTextSource = inner["type"] === "text" || block["source_type"] === "text";
  const format = firstText(inner["format"]);
  const data = bytesOrText(block["data"]) ?? bytesOrText(inner["data"]);
  return {
    url: firstText(block["url"], block["image_url"], inner["url"], inner["file_data"]),
    data: isTextSource ? undefined : data,
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

/** The object inside of a block in which some providers say where the file is. */
function innerOf(block: JsonRecord): JsonRecord {
  const inner = ["source", "image_url", "input_audio", "file"]
    .map((key) => block[key])
    .find(isRecord);
  return inner ?? {};
}

function textIn(block: JsonRecord, inner: JsonRecord): string | undefined {
  return firstText(block["text"], inner["data"], inner["text"]);
}

function bytesOrText(data: unknown): string | undefined {
  return data instanceof Uint8Array ? base64Of(data) : firstText(data);
}

/** A content block that OpenAI's and Anthropic's chat models both take. */
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
