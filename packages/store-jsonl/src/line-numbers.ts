import type { Disk } from "./disk.ts";
import { countLineBreaks } from "./lines.ts";

/**
 * Finds the numbers of lines in a file; the first is 1. Counts from the line that was asked for last, so that many in a
 * row cost no more than reading the file once.
 */
export function createLineNumbers(disk: Disk, path: string): (offset: number) => Promise<number> {
  let last = { identity: "", offset: 0, line: 1 };

  return async (offset) => {
    await using file = await disk.openRead(path);
    // A file that was replaced in the meantime may be shorter.
    if (file === null || file.size < offset) return 1;
    const { identity } = file;
    const known = last.identity === identity ? last : { identity, offset: 0, line: 1 };
    const breaks =
      known.offset <= offset
        ? await countLineBreaks(file, known.offset, offset)
        : -(await countLineBreaks(file, offset, known.offset));
    last = { identity, offset, line: known.line + breaks };
    return last.line;
  };
}
