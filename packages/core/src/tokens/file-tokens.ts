import type { FilePart, Part } from "../message/message.ts";

/** Images, all files, and the bytes that inline ones add to a request: the length of `data:` URLs. */
export type FileCounts = {
  readonly bytes: number;
  readonly images: number;
  readonly files: number;
};

export const NO_FILES: FileCounts = { bytes: 0, images: 0, files: 0 };

/** Adds the files of some parts. */
export function addFiles(before: FileCounts, parts: readonly Part[], sign: 1 | -1 = 1): FileCounts {
  let { bytes, files, images } = before;
  for (const part of parts) {
    if (part.type !== "file") continue;
    files += sign;
    if (isImage(part)) images += sign;
    if (isInlineFile(part)) bytes += sign * part.url.length;
  }
  return files === before.files ? before : { bytes, images, files };
}

export function isInlineFile(part: Part): part is FilePart {
  return part.type === "file" && part.url.startsWith("data:");
}

export function isImage(part: Part): part is FilePart {
  return part.type === "file" && part.mediaType.startsWith("image/");
}

const IMAGE_TOKENS = 1_200;
const PAGE_TOKENS = 1_500;
const PAGE_BYTES = 50_000;
const LINKED_DOCUMENT_PAGES = 10;
const BYTES_PER_TEXT_TOKEN = 3;

/**
 * Estimates the tokens of a file, at least 1.
 *
 * - An image: 1,200, whatever its size.
 * - Inline text (`text/*`, JSON, XML): one token for 3 bytes.
 * - Other files: 1,500 tokens a page, one page for every 50,000 bytes begun; 10 pages if the file is linked.
 */
export function fileTokens(part: FilePart): number {
  if (part.mediaType.startsWith("image/")) return IMAGE_TOKENS;
  const bytes = inlineBytes(part.url);
  if (bytes === null) return LINKED_DOCUMENT_PAGES * PAGE_TOKENS;
  if (isText(part.mediaType)) return Math.max(1, Math.ceil(bytes / BYTES_PER_TEXT_TOKEN));
  return Math.max(1, Math.ceil(bytes / PAGE_BYTES)) * PAGE_TOKENS;
}

/** Returns the bytes in the body of a `data:` URL; `null` for other URLs. */
function inlineBytes(url: string): number | null {
  if (!url.startsWith("data:")) return null;
  const comma = url.indexOf(",");
  if (comma < 0) return 0;
  const length = url.length - comma - 1;
  return url.slice(0, comma).endsWith(";base64") ? Math.floor((length * 3) / 4) : length;
}

function isText(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml)\b/.test(mediaType);
}
