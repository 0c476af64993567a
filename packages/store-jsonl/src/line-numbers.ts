import type { Disk } from "./disk.ts";
import { countLineBreaks } from "./lines.ts";

/**
 * Returns a function that converts a byte offset into a line number. The first line is 1.
 *
 * Each call counts from the offset of the previous call, so any number of calls in file order read the file only once.
 */
export function createLineNumbers(disk: Disk, path: string): (offset: number) => Promise<number> {
  let last = { identity: "", offset: 0, line: 1 };

  return async (offset) => {
    await using file = await disk.openRead(path);
    // A file that was replaced since may be shorter.
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
