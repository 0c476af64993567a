import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** Longer lines of the user are pasted files. */
const MAX_LINE_BYTES = 4_000;
/** In all lines with words of the user: the role of a message, or the event `user_message` of Codex. */
const USER = [Buffer.from('"role":"user"'), Buffer.from('"user_message"')];

/** In lines of Claude Code that have the role of the user but none of their words. */
const TOOL_RESULT = Buffer.from('"type":"tool_result"');

const LINE_BREAK = 0x0a;

/** Returns the newest lines of a transcript, and before them the short lines of the user. */
export type TranscriptBytes = (newestBytes: number) => AsyncIterable<Uint8Array>;

/**
 * Reads what lies before the newest `mostBytes` of a transcript, once. 100 MB take 0.1 seconds.
 *
 * @param mostBytes the largest number of newest bytes that is asked for
 */
export async function openTranscript(path: string, mostBytes: number): Promise<TranscriptBytes> {
  const { size } = await stat(path);
  const middle = Math.max(0, size - mostBytes);
  const older = await Array.fromAsync(linesOfUser(bytesOf(path, 0, middle)));
  const unfinished = older.splice(-1);
  return async function* (newestBytes) {
    const start = Math.max(middle, size - newestBytes);
    yield* older;
    yield* linesOfUser(joined(unfinished, bytesOf(path, middle, start)));
    yield* createReadStream(path, { start });
  };
}

async function* joined(
  first: Iterable<Buffer>,
  then: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield* first;
  yield* then;
}

async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Buffer> {
  if (start < end) yield* createReadStream(path, { start, end: end - 1, highWaterMark: 2 ** 20 });
}

/** The last line is passed on up to its end, where the rest of the file continues it. */
async function* linesOfUser(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(LINE_BREAK); to !== -1; to = bytes.indexOf(LINE_BREAK, from)) {
      const line = bytes.subarray(from, to + 1);
      // A copy, so that the rest of the chunk can be collected.
      if (line.length <= MAX_LINE_BYTES && isOfUser(line)) yield Buffer.from(line);
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
  yield rest;
}

function isOfUser(line: Buffer): boolean {
  return USER.some((mark) => line.includes(mark)) && !line.includes(TOOL_RESULT);
}
