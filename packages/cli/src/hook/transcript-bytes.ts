import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** Longer lines of the user are pasted files. */
const MAX_LINE_BYTES = 4_000;
/** In all lines with words of the user: the role of a message, or the event `user_message` of Codex. */
const USER = [Buffer.from('"role":"user"'), Buffer.from('"user_message"')];

/** In lines of Claude Code that have the role of the user but none of their words. */
const TOOL_RESULT = Buffer.from('"type":"tool_result"');

const LINE_BREAK = 0x0a;

/** Yields the newest lines of a transcript, and before them the short lines of the user. 100 MB take 0.1 seconds. */
export async function* transcriptBytes(
  path: string,
  newestBytes: number,
): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path);
  const start = Math.max(0, size - newestBytes);
  if (start > 0) yield* linesOfUser(path, start);
  yield* createReadStream(path, { start });
}

/** The last line is passed on up to `end`, where the rest of the file continues it. */
async function* linesOfUser(path: string, end: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const chunks: AsyncIterable<Buffer> = createReadStream(path, {
    end: end - 1,
    highWaterMark: 2 ** 20,
  });
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(LINE_BREAK); to !== -1; to = bytes.indexOf(LINE_BREAK, from)) {
      const line = bytes.subarray(from, to + 1);
      if (line.length <= MAX_LINE_BYTES && isOfUser(line)) yield line;
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
  yield rest;
}

function isOfUser(line: Buffer): boolean {
  return USER.some((mark) => line.includes(mark)) && !line.includes(TOOL_RESULT);
}
