import type { Part } from "../model/message.ts";
import { fileBytes } from "../tokens/file-bytes.ts";
import type { MeasuredItem } from "./cut-point.ts";

/** The bytes of all files of some items. */
export function fileBytesOf(measured: readonly MeasuredItem[]): number {
  return measured.reduce((sum, { item }) => sum + fileBytes(item.message), 0);
}

/** The parts to show instead so that files take at most `maxBytes`: the oldest files become a note. */
export function oldestFiles(
  measured: readonly MeasuredItem[],
  maxBytes: number,
): Readonly<Record<string, readonly Part[]>> {
  let excess = fileBytesOf(measured) - maxBytes;
  const replaced = new Map<string, readonly Part[]>();
  for (const { item } of measured) {
    const bytes = fileBytes(item.message);
    if (excess <= 0) break;
    if (bytes === 0) continue;
    replaced.set(item.id, item.message.parts.map(noted));
    excess -= bytes;
  }
  return Object.fromEntries(replaced);
}

function noted(part: Part): Part {
  if (part.type !== "file" || !part.url.startsWith("data:")) return part;
  return {
    type: "text",
    text: `[${part.name ?? "file"}, ${part.mediaType}, ${part.url.length} bytes, left out]`,
  };
}
