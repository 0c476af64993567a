import { createFeed } from "./feed.ts";
import type { ImportedSession } from "./imported-session.ts";
import { lineBatches, type SessionInput } from "./lines.ts";
import { createProblems } from "./problems.ts";

export type ReadSessionOptions = {
  /** Receives the number of bytes, or characters of a text, that were read so far. */
  readonly onProgress?: (read: number) => void;
};

/**
 * Reads a session of any supported tool. The format is detected by the content.
 *
 * Lines that cannot be read are counted in `problems`. A last line without a line break is still being written: it is
 * ignored unless it is complete.
 *
 * @throws `invalid-input` if the format is unknown
 */
export async function readSession(
  input: SessionInput,
  { onProgress }: ReadSessionOptions = {},
): Promise<ImportedSession> {
  const problems = createProblems();
  const feed = createFeed(problems);
  for await (const { lines, isComplete } of lineBatches(input, onProgress))
    for (const line of lines) feed.addLine(line, isComplete);
  const reader = feed.end();
  problems.moveTo(0);
  return { ...reader.finish(), problems: problems.list() };
}
