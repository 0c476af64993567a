import { getHeapStatistics } from "node:v8";
import { commandFailure } from "./command-failure.ts";

/** Bytes in memory for each object of a JSON text, besides its own. */
const OBJECT_BYTES = 700;

/** Share of the heap that the content of one file may take. Compaction and pages need the rest. */
const HEAP_SHARE = 0.6;

const BRACE = 0x7b;
const QUOTE = 0x22;
const SPACE = 0x20;

/**
 * Passes on the bytes of a file until its content would not fit into the memory of this process.
 *
 * A few MB of a compressed file can contain some GB.
 *
 * @throws if the content is too large; the message names the size and the remedy
 */
export async function* withinMemory(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const limit = getHeapStatistics().heap_size_limit * HEAP_SHARE;
  let bytes = 0;
  let objects = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    objects += countObjects(chunk);
    if (bytes + objects * OBJECT_BYTES > limit)
      throw commandFailure(
        `the session is too large for the memory of this process: it was read up to ${(bytes / 1e6).toFixed(0)} MB. Set NODE_OPTIONS=--max-old-space-size=<MB>`,
      );
    yield chunk;
  }
}

/** Counts the braces before a key. Those inside of texts have an escaped quote or another character behind them. */
function countObjects(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(BRACE); at !== -1; at = chunk.indexOf(BRACE, at + 1)) {
    const next = chunk[at + 1] === SPACE ? at + 2 : at + 1;
    if (next >= chunk.length || chunk[next] === QUOTE) count += 1;
  }
  return count;
}
