import type { ReadFile } from "./disk.ts";

/** A line of a file, without its line break; only the last one of a file may not be `ended` by one. */
export type Line = {
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly bytes: Buffer;
  readonly ended: boolean;
};

/** Large enough to be cheap for each byte, small enough that the end of a log is read in a few. */
const BLOCK_BYTES = 65_536;

const LINE_BREAK = 0x0a;

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
      const bytes = join([block.subarray(at + 1, end), ...pieces]);
      lines.push({ offset: start + at + 1, bytes, ended });
      pieces = [];
      ended = true;
      end = at;
    }
    pieces.unshift(block.subarray(0, end));
    position = start;
    yield lines;
  }
  yield [{ offset: 0, bytes: join(pieces), ended }];
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
      lines.push({ offset, bytes: join([...pieces, block.subarray(start, at)]), ended: true });
      pieces = [];
      start = at + 1;
      offset = position + start;
    }
    pieces.push(block.subarray(start));
    position += block.length;
    yield lines;
  }
  yield [{ offset, bytes: join(pieces), ended: false }];
}

function lastBreak(block: Buffer, end: number): number {
  return end === 0 ? -1 : block.lastIndexOf(LINE_BREAK, end - 1);
}

function join(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}
