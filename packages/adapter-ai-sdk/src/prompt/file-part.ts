import type { FilePart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { readFilePart } from "@cutpoint/host-kit";

/** The types of parts with a file in messages, prompts and tool results of AI SDK 6 and 7. */
const FILE_TYPES = /^(?:file|image|media|file-data|image-data|file-url|image-url)$/u;

type FileFields = Partial<
  Readonly<Record<"data" | "filename" | "image" | "mediaType" | "type" | "url", unknown>>
>;

/** Reads bytes, base64 or an address. Other parts and references to files of a provider have no content: `null`. */
export function filePart(part: { readonly type: string }): FilePart | null {
  if (!FILE_TYPES.test(part.type)) return null;
  const { data, filename: name, image, mediaType, url }: FileFields = part;
  return readFilePart({ ...sourceOf(data ?? image ?? url, mediaType), mediaType, name }, "image/*");
}

/** AI SDK 7 tags the content of a file with its kind. */
function sourceOf(
  content: unknown,
  mediaType: unknown,
): { readonly url?: string; readonly data?: unknown } {
  if (!isRecord(content) || typeof content["type"] !== "string") return { data: content };
  if (content["type"] !== "text")
    return { data: content["type"] === "url" ? content["url"] : content["data"] };
  return { url: `data:${String(mediaType)},${encodeURIComponent(String(content["text"]))}` };
}
