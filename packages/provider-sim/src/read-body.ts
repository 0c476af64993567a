import type { Body } from "./rules/body-rules.ts";

/**
 * Reads a body and keeps at most `maxBytes` of it.
 *
 * A longer body is read to its end, because a client does not read the response while it sends.
 */
export async function readBody(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Body> {
  let bytes = 0;
  let kept: Buffer[] = [];
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) kept = [];
    else kept.push(chunk);
  }
  return { bytes, text: Buffer.concat(kept).toString("utf8") };
}
