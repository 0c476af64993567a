import type { FilePart, Part } from "../message/message.ts";

/** Returns the bytes that files add to a request: the length of `data:` URLs. */
export function fileBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (isInlineFile(part) ? part.url.length : 0), 0);
}

/** Returns the number of images, inline or linked. */
export function imageCount(parts: readonly Part[]): number {
  return parts.filter(isImage).length;
}

/** Returns the number of images and documents, inline or linked. */
export function fileCount(parts: readonly Part[]): number {
  return parts.filter(({ type }) => type === "file").length;
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
