import type { Entry, ReadOptions } from "@cutpoint/session/store";
import { isCutpointError, toStorableKey } from "@cutpoint/session/store";
import type { Disk, ReadFile } from "./disk.ts";
import { createFaults, type Fault, type Faults } from "./faults.ts";
import { type Line, linesFromEnd, linesFromStart } from "./lines.ts";
import { decodeLine, hasSingleId, idsOf, isComplete } from "./log-format.ts";
import { findHeader, headerOf } from "./log-header.ts";
import type { LogIndex } from "./log-index.ts";
import { createLineNumbers } from "./line-numbers.ts";

/** The end of a log, as needed for an append. */
export type LogEnd = {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Id of the newest entry. */
  readonly head: string | null;
  /** Bytes after the last line break, which belong to a torn line. */
  readonly tornBytes: number;
  /** Whether the file has its first line. */
  readonly hasHeader: boolean;
};

/** Receives the problems of a file, with byte offsets. */
export type LogReports = {
  /** Whether unreadable lines are skipped. */
  readonly isLenient: boolean;
  torn(line: Line): void;
  /** Throws unless unreadable lines are skipped. */
  readonly corrupt: (fault: Fault) => void;
};

export type Order = NonNullable<ReadOptions["order"]>;

/** Reads the file of one session. Each call sees the current file; a missing file is an empty log. */
export type LogReader = {
  end(): Promise<LogEnd>;
  /** Yields the lines that contain entries, one block of the file at a time. */
  records(order: Order): AsyncGenerator<readonly Line[]>;
  /** Yields the records from the given entry on. Yields nothing if the entry does not exist. */
  recordsFrom(id: string, order: Order): AsyncGenerator<readonly Line[]>;
  /** Returns the indexed line of an entry, which may be damaged. `null` if the index does not contain the entry. */
  lineOf(id: string): Promise<Line | null>;
  /** Returns the entries of a line. `null` if the line cannot be read; report it in this case. */
  decode(line: Line, order: Order): readonly Entry[] | null;
  /** Starts to collect the unreadable lines of a read. */
  readonly openFaults: () => Faults;
  /** Whether unreadable lines are skipped. */
  readonly isLenient: boolean;
};

export type LogLocation = {
  readonly disk: Disk;
  readonly path: string;
  readonly sessionId: string;
  /** Permissions of new files. */
  readonly mode: number;
  readonly index: LogIndex;
};

/** Bytes at the end of a file that are searched before the whole file is indexed. */
const SEARCH_BYTES = 1 << 20;

export function createLogReader(location: LogLocation, reports: LogReports): LogReader {
  const { disk, path, sessionId, index } = location;
  const { isLenient } = reports;
  const header = headerOf(sessionId);
  const search = { header, path, isLenient };
  const lineNumber = createLineNumbers(disk, path);

  function recordsAmong(lines: readonly Line[]): readonly Line[] {
    const torn = lines.find((line) => !line.ended && line.bytes.length > 0);
    if (torn !== undefined) reports.torn(torn);
    return lines.filter((line) => isComplete(line) && !line.bytes.equals(header));
  }

  const openFaults = (): Faults => createFaults(reports.corrupt, lineNumber);

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
    openFaults,

    async end() {
      await using file = await disk.openRead(path);
      await using faults = openFaults();
      if (file === null) return { size: 0, head: null, tornBytes: 0, hasHeader: false };
      const { size } = file;
      const hasHeader = await findHeader(file, search);
      let tornBytes = 0;
      for await (const lines of linesFromEnd(file)) {
        tornBytes += lines.find((line) => !line.ended)?.bytes.length ?? 0;
        for (const line of recordsAmong(lines)) {
          const entries = decode(line, "newest-first");
          if (entries === null) await faults.report(line);
          const newest = entries?.[0];
          if (newest !== undefined) return { size, head: newest.id, tornBytes, hasHeader };
        }
      }
      return { size, head: null, tornBytes, hasHeader };
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

async function findLine(file: ReadFile, id: string, index: LogIndex): Promise<Line | null> {
  const holdsId = idTest(id);
  for await (const lines of linesFromEnd(file)) {
    const found = lines.find((line) => isComplete(line) && holdsId(line));
    if (found !== undefined) return found;
    const oldest = lines.at(-1);
    if (oldest !== undefined && oldest.offset < file.size - SEARCH_BYTES) break;
  }
  return indexedLine(file, id, index);
}

async function indexedLine(file: ReadFile, id: string, index: LogIndex): Promise<Line | null> {
  const holdsId = idTest(id);
  await index.update(file);
  for (const offset of index.find(id)) {
    const line = await lineAt(file, offset);
    if (isComplete(line) && holdsId(line)) return line;
  }
  return null;
}

/** Returns a test for whether a line contains the entry. Lines that this version wrote are not parsed. */
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
 * Yields the entries of a log, and `null` for each unreadable line. Yields nothing if `from` is not found.
 *
 * @param onFault called with each unreadable line
 */
export async function* readWithGaps(
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

/** Returns the wanted entries after the given one, newest first. `null` if the log does not contain the given entry. */
export async function entriesAfter(
  reader: LogReader,
  id: string | null,
  wanted: ReadonlyMap<string, unknown>,
): Promise<readonly Entry[] | null> {
  const isEnd = id === null ? () => false : idTest(id);
  const found: Entry[] = [];
  await using faults = reader.openFaults();
  for await (const lines of reader.records("newest-first")) {
    for (const line of lines) {
      const ids = idsOf(line.bytes);
      const isLast = isEnd(line);
      if (ids === null || isLast || ids.some((each) => wanted.has(each))) {
        const entries = reader.decode(line, "newest-first");
        if (entries === null) await faults.report(line);
        for (const entry of entries ?? []) {
          if (entry.id === id) return found;
          if (wanted.has(entry.id)) found.push(entry);
        }
      }
    }
  }
  return id === null ? found : null;
}
