import type { ReadFile } from "./disk.ts";

/** A line of a file, without its line break (LF or CRLF); only the last one of a file may not be `ended` by one. */
export type Line = {
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  /** Where the next line begins. */
  readonly end: number;
  readonly bytes: Buffer;
  readonly ended: boolean;
};

/** Large enough to be cheap for each byte, small enough that the end of a log is read in a few. */
const BLOCK_BYTES = 65_536;

const LINE_BREAK = 0x0a;

/** Stands before a line break if an editor or a version control system has converted the file. */
const CARRIAGE_RETURN = 0x0d;

/**
 * The lines of a file from the last to the first, those of one block at a time, reading no block before its lines are
 * asked for. The first is what stands after the last line break, mostly nothing.
 *
 * @param end where to begin, right after a line break; by default the end of the file
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
 * The lines of a file from the first to the last, those of one block at a time; the last is not `ended`.
 *
 * @param start where a line begins; by default the first
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

/** How many line breaks there are between two places in a file. */
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
