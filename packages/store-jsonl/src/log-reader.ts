import type { Entry, ReadOptions } from "@cutpoint/session/store";
import { isCutpointError, toStorableKey } from "@cutpoint/session/store";
import type { Disk, ReadFile } from "./disk.ts";
import { type Line, linesFromEnd, linesFromStart } from "./lines.ts";
import { decodeLine, hasSingleId, idsOf, isWhole } from "./log-format.ts";
import { findHeader, headerOf } from "./log-header.ts";
import type { LogIndex } from "./log-index.ts";
import { createLineNumbers } from "./line-numbers.ts";

/** What an append must know of a log. */
export type LogEnd = {
  /** Bytes in the file. */
  readonly size: number;
  /** The newest entry's id. */
  readonly head: string | null;
  /** Bytes after the last line break, of a line that was not written to its end. */
  readonly tornBytes: number;
  /** Whether the file has its first line. */
  readonly begun: boolean;
};

/** Reports what is wrong with a file, by place in bytes from its start. */
export type LogReports = {
  /** Whether lines that cannot be read are passed over. */
  readonly isLenient: boolean;
  torn(offset: number, bytes: number): void;
  /** Throws, unless such lines are passed over. */
  corrupt(offset: number, line: number, cause: unknown): void;
};

export type Order = NonNullable<ReadOptions["order"]>;

/** Reads one session's file, each time as it is then; a file that does not exist is an empty log. */
export type LogReader = {
  end(): Promise<LogEnd>;
  /** The lines that hold entries, those of one block of the file at a time. */
  records(order: Order): AsyncGenerator<readonly Line[]>;
  /** The {@link LogReader.records} from that of an entry on; none where there is no such entry. */
  recordsFrom(id: string, order: Order): AsyncGenerator<readonly Line[]>;
  /** The line that an index has for an entry, which may be damaged; `null` if it has none. */
  lineOf(id: string): Promise<Line | null>;
  /** The entries of a line; `null` if it cannot be read, which is to be reported. */
  decode(line: Line, order: Order): readonly Entry[] | null;
  /**
   * Reports a line that cannot be read.
   *
   * @throws `corrupt-log` unless such lines are passed over
   */
  readonly report: (line: Line) => Promise<void>;
  /** Whether lines that cannot be read are passed over. */
  readonly isLenient: boolean;
};

export type LogPlace = {
  readonly disk: Disk;
  readonly path: string;
  readonly sessionId: string;
  /** Permissions of new files. */
  readonly mode: number;
  readonly index: LogIndex;
};

/** How much of the end is looked through before an index is made of the whole file. */
const NEAR_BYTES = 1 << 20;

export function createLogReader(place: LogPlace, reports: LogReports): LogReader {
  const { disk, path, sessionId, index } = place;
  const { isLenient } = reports;
  const header = headerOf(sessionId);
  const search = { header, path, isLenient };
  const lineNumber = createLineNumbers(disk, path);

  function recordsAmong(lines: readonly Line[]): readonly Line[] {
    const torn = lines.find((line) => !line.ended && line.bytes.length > 0);
    if (torn !== undefined) reports.torn(torn.offset, torn.bytes.length);
    return lines.filter((line) => isWhole(line) && !line.bytes.equals(header));
  }

  async function report({ offset, bytes }: Line): Promise<void> {
    const number = await lineNumber(offset);
    try {
      decodeLine(bytes);
    } catch (cause) {
      reports.corrupt(offset, number, cause);
    }
  }

  async function* between(
    file: ReadFile,
    first: Line | null,
    order: Order,
  ): AsyncGenerator<readonly Line[]> {
    const end = first === null ? file.size : first.end;
    const blocks =
      order === "newest-first" ? linesFromEnd(file, end) : linesFromStart(file, first?.offset ?? 0);
    for await (const lines of blocks) yield recordsAmong(lines);
  }

  return {
    isLenient,
    decode,
    report,

    async end() {
      await using file = await disk.openRead(path);
      if (file === null) return { size: 0, head: null, tornBytes: 0, begun: false };
      const { size } = file;
      const begun = await findHeader(file, search);
      let tornBytes = 0;
      for await (const lines of linesFromEnd(file)) {
        tornBytes += lines.find((line) => !line.ended)?.bytes.length ?? 0;
        for (const line of recordsAmong(lines)) {
          const entries = decode(line, "newest-first");
          if (entries === null) await report(line);
          const newest = entries?.[0];
          if (newest !== undefined) return { size, head: newest.id, tornBytes, begun };
        }
      }
      return { size, head: null, tornBytes, begun };
    },

    async *records(order) {
      await using file = await disk.openRead(path);
      if (file === null) return;
      await findHeader(file, search);
      yield* between(file, null, order);
    },

    async *recordsFrom(id, order) {
      await using file = await disk.openRead(path);
      if (file === null) return;
      await findHeader(file, search);
      const first = await findLine(file, id, index);
      if (first !== null) yield* between(file, first, order);
    },

    async lineOf(id) {
      await using file = await disk.openRead(path);
      return file === null ? null : await indexedLine(file, id, index);
    },
  };
}

function decode({ bytes }: Line, order: Order): readonly Entry[] | null {
  try {
    const entries = decodeLine(bytes);
    return order === "newest-first" ? entries.toReversed() : entries;
  } catch (cause) {
    if (isCutpointError(cause, "unsupported-version")) throw cause;
    return null;
  }
}

/** The line of an entry: near the end it is looked for, else the index knows. */
async function findLine(file: ReadFile, id: string, index: LogIndex): Promise<Line | null> {
  const holdsId = idTest(id);
  for await (const lines of linesFromEnd(file)) {
    const found = lines.find((line) => isWhole(line) && holdsId(line));
    if (found !== undefined) return found;
    const oldest = lines.at(-1);
    if (oldest !== undefined && oldest.offset < file.size - NEAR_BYTES) break;
  }
  return indexedLine(file, id, index);
}

async function indexedLine(file: ReadFile, id: string, index: LogIndex): Promise<Line | null> {
  const holdsId = idTest(id);
  await index.update(file);
  for (const offset of index.find(id)) {
    const line = await lineAt(file, offset);
    if (isWhole(line) && holdsId(line)) return line;
  }
  return null;
}

/** Whether a line holds an entry, told without parsing it where it begins as this release begins one. */
function idTest(id: string): (line: Line) => boolean {
  const key = Buffer.from(toStorableKey(id));
  return (line) => {
    const single = hasSingleId(line.bytes, key);
    return single ?? idsOf(line.bytes)?.includes(id) ?? isForeignLineOf(line, id);
  };
}

function isForeignLineOf(line: Line, id: string): boolean {
  if (!line.bytes.includes(JSON.stringify(id))) return false;
  try {
    return decodeLine(line.bytes).some((entry) => entry.id === id);
  } catch {
    return false;
  }
}

async function lineAt(file: ReadFile, offset: number): Promise<Line> {
  for await (const lines of linesFromStart(file, offset)) {
    const [line] = lines;
    if (line !== undefined) return line;
  }
  return { offset, end: offset, bytes: Buffer.alloc(0), ended: false };
}

export async function hasEntries(reader: LogReader): Promise<boolean> {
  for await (const lines of reader.records("newest-first")) if (lines.length > 0) return true;
  return false;
}

/**
 * The entries of a log, and `null` for each line that cannot be read; nothing if `from` is not among them.
 *
 * @param onFault called with each line that cannot be read
 */
export async function* entriesAndHoles(
  reader: LogReader,
  from: string | undefined,
  order: Order,
  onFault: (line: Line) => Promise<void> = async () => {},
): AsyncGenerator<Entry | null> {
  const records = from === undefined ? reader.records(order) : reader.recordsFrom(from, order);
  let isFound = from === undefined;
  for await (const lines of records) {
    for (const line of lines) {
      const entries = reader.decode(line, order);
      if (entries === null) {
        await onFault(line);
        if (isFound) yield null;
      }
      for (const entry of entries ?? []) {
        isFound ||= entry.id === from;
        if (isFound) yield entry;
      }
    }
  }
}

/** What a log holds after an entry, the newest first; `null` where it does not hold that entry. */
export async function entriesAfter(
  reader: LogReader,
  id: string | null,
  wanted: ReadonlyMap<string, unknown>,
): Promise<readonly Entry[] | null> {
  const isEnd = id === null ? () => false : idTest(id);
  const found: Entry[] = [];
  for await (const lines of reader.records("newest-first")) {
    for (const line of lines) {
      const ids = idsOf(line.bytes);
      const isLast = isEnd(line);
      if (ids === null || isLast || ids.some((each) => wanted.has(each))) {
        const entries = reader.decode(line, "newest-first");
        if (entries === null) await reader.report(line);
        for (const entry of entries ?? []) {
          if (entry.id === id) return found;
          if (wanted.has(entry.id)) found.push(entry);
        }
      }
    }
  }
  return id === null ? found : null;
}
