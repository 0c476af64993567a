import type { ReadFile } from "./disk.ts";

/** A line of a file without its line break (LF or CRLF). Only the last line of a file can lack `ended`. */
export type Line = {
  /** Start of the line, in bytes from the start of the file. */
  readonly offset: number;
  /** Start of the next line. */
  readonly end: number;
  readonly bytes: Buffer;
  readonly ended: boolean;
};

/** Large enough for a low cost per byte, and small enough to read the end of a log in a few blocks. */
const BLOCK_BYTES = 65_536;

const LINE_BREAK = 0x0a;

/** Precedes a line break if an editor or a version control system has converted the file. */
const CARRIAGE_RETURN = 0x0d;

/**
 * Yields the lines of a file from last to first, one block at a time.
 *
 * The first line is the text after the last line break, which is usually empty. A block is read only when its lines are
 * requested.
 *
 * @param end position right after a line break. Default: the end of the file.
 */
export async function* linesFromEnd(
  file: ReadFile,
  end: number = file.size,
): AsyncGenerator<readonly Line[]> {
  let pieces: Buffer[] = [];
  let ended = false;
  let position = end;
  while (position > 0) {
    const start = Math.max(0, position - BLOCK_BYTES);
    const block = await file.read(start, position - start);
    const lines: Line[] = [];
    let end = block.length;
    for (let at = lastBreak(block, end); at !== -1; at = lastBreak(block, end)) {
      lines.push(lineAt(start + at + 1, join([block.subarray(at + 1, end), ...pieces]), ended));
      pieces = [];
      ended = true;
      end = at;
    }
    pieces.unshift(block.subarray(0, end));
    position = start;
    yield lines;
  }
  yield [lineAt(0, join(pieces), ended)];
}

/**
 * Yields the lines of a file from first to last, one block at a time. The last line is not `ended`.
 *
 * @param start position at the start of a line. Default: 0.
 */
export async function* linesFromStart(file: ReadFile, start = 0): AsyncGenerator<readonly Line[]> {
  let pieces: Buffer[] = [];
  let offset = start;
  let position = start;
  while (position < file.size) {
    const block = await file.read(position, Math.min(BLOCK_BYTES, file.size - position));
    const lines: Line[] = [];
    let start = 0;
    for (let at = block.indexOf(LINE_BREAK); at !== -1; at = block.indexOf(LINE_BREAK, start)) {
      lines.push(lineAt(offset, join([...pieces, block.subarray(start, at)]), true));
      pieces = [];
      start = at + 1;
      offset = position + start;
    }
    pieces.push(block.subarray(start));
    position += block.length;
    yield lines;
  }
  yield [lineAt(offset, join(pieces), false)];
}

/** Counts the line breaks between two byte offsets. */
export async function countLineBreaks(file: ReadFile, from: number, to: number): Promise<number> {
  let count = 0;
  for (let position = from; position < to;) {
    const block = await file.read(position, Math.min(BLOCK_BYTES, to - position));
    for (let at = block.indexOf(LINE_BREAK); at !== -1; at = block.indexOf(LINE_BREAK, at + 1))
      count += 1;
    position += block.length;
  }
  return count;
}

function lineAt(offset: number, bytes: Buffer, ended: boolean): Line {
  const end = offset + bytes.length + (ended ? 1 : 0);
  const isConverted = ended && bytes.at(-1) === CARRIAGE_RETURN;
  return { offset, end, bytes: isConverted ? bytes.subarray(0, -1) : bytes, ended };
}

function lastBreak(block: Buffer, end: number): number {
  return end === 0 ? -1 : block.lastIndexOf(LINE_BREAK, end - 1);
}

function join(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}
