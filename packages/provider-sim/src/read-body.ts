import type { Body } from "./rules/body-rules.ts";

/**
 * Reads a body and keeps no more than `maxBytes` of it. A longer one is read to its end all the same, since a client
 * hears nothing while it sends.
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
