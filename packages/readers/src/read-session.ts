import { createFeed } from "./feed.ts";
import type { ImportedSession } from "./imported-session.ts";
import { lineBatches, type SessionInput } from "./lines.ts";

export type ReadSessionOptions = {
  /** Receives the number of bytes, or characters of a text, that were read so far. */
  readonly onProgress?: (read: number) => void;
};

/**
 * Reads a session of any supported tool. The format is detected by the content.
 *
 * `records` counts each record of the file, used or not, and `problems` what went wrong. Complete records on a damaged
 * line are read. A last line without a line break is still being written: it is `unfinished` unless it is complete.
 *
 * @throws `invalid-input` if the format is unknown, or known but not supported
 */
export async function readSession(
  input: SessionInput,
  { onProgress }: ReadSessionOptions = {},
): Promise<ImportedSession> {
  const feed = createFeed();
  for await (const { lines, isComplete } of lineBatches(input, onProgress))
    for (const line of lines) feed.addLine(line, isComplete);
  return feed.end();
}
