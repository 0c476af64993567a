import type { FilePart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { bytesToBase64 } from "@cutpoint/host-kit";

/** The types of parts with a file in messages, prompts and tool results of AI SDK 6 and 7. */
const FILE_TYPES = /^(?:file|image|media|file-data|image-data|file-url|image-url)$/u;

type FileFields = Partial<
  Readonly<Record<"data" | "filename" | "image" | "mediaType" | "type" | "url", unknown>>
>;

/** Reads bytes, base64 or an address. Other parts and references to files of a provider have no content: `null`. */
export function filePart(part: { readonly type: string }): FilePart | null {
  if (!FILE_TYPES.test(part.type)) return null;
  const { data, filename, image, mediaType: type, url: address }: FileFields = part;
  const mediaType = typeof type === "string" ? type : "image/*";
  const url = fileUrl(data ?? image ?? address, mediaType);
  if (url === null) return null;
  return {
    type: "file",
    mediaType,
    url,
    ...(typeof filename === "string" ? { name: filename } : {}),
  };
}

function fileUrl(data: unknown, mediaType: string): string | null {
  if (data instanceof URL) return data.href;
  if (data instanceof ArrayBuffer) return fileUrl(new Uint8Array(data), mediaType);
  if (data instanceof Uint8Array) return `data:${mediaType};base64,${bytesToBase64(data)}`;
  if (typeof data === "string") {
    if (data === "") return null;
    return /^(https?|data):/.test(data) ? data : `data:${mediaType};base64,${data}`;
  }
  if (!isRecord(data)) return null;
  if (data["type"] === "text")
    return `data:${mediaType},${encodeURIComponent(String(data["text"]))}`;
  return fileUrl(data["type"] === "url" ? data["url"] : data["data"], mediaType);
}
