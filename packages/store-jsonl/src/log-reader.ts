import { isCutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { type ReadOptions, toStorableKey, unknownEntryError } from "@cutpoint/session/store";
import type { Disk, ReadFile } from "./disk.ts";
import { type Line, linesFromEnd, linesFromStart } from "./lines.ts";
import { decodeLine, hasSingleId, idsOf, isWhole } from "./log-format.ts";
import { findHeader, headerOf } from "./log-header.ts";
import type { LogIndex } from "./log-index.ts";

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

/** Who is told of what is wrong with a file, by place in bytes from its start. */
export type LogReports = {
  torn(offset: number, bytes: number): void;
  /** Throws, or the reading goes on without the line. */
  corrupt(offset: number, cause: unknown): void;
};

type Order = NonNullable<ReadOptions["order"]>;

/** Reads one session's file, each time as it is then; a file that does not exist is an empty log. */
export type LogReader = {
  end(): Promise<LogEnd>;
  /** The lines that hold entries, those of one block of the file at a time. */
  records(order: Order): AsyncGenerator<readonly Line[]>;
  /** The {@link LogReader.records} from that of an entry on; none where there is no such entry. */
  recordsFrom(id: string, order: Order): AsyncGenerator<readonly Line[]>;
  /** The entries of a line; none where it was reported as corrupt. */
  decode(line: Line, order: Order): readonly Entry[];
};

export type LogPlace = {
  readonly disk: Disk;
  readonly path: string;
  readonly sessionId: string;
  readonly index: LogIndex;
};

/** How much of the end is looked through before an index is made of the whole file. */
const NEAR_BYTES = 1 << 20;

export function createLogReader(place: LogPlace, reports: LogReports): LogReader {
  const { disk, path, sessionId, index } = place;
  const header = headerOf(sessionId);

  function recordsAmong(lines: readonly Line[]): readonly Line[] {
    const torn = lines.find((line) => !line.ended && line.bytes.length > 0);
    if (torn !== undefined) reports.torn(torn.offset, torn.bytes.length);
    return lines.filter((line) => isWhole(line) && !line.bytes.equals(header));
  }

  function decode(line: Line, order: Order): readonly Entry[] {
    try {
      const entries = decodeLine(line);
      return order === "newest-first" ? entries.toReversed() : entries;
    } catch (cause) {
      if (isCutpointError(cause, "unsupported-version")) throw cause;
      reports.corrupt(line.offset, cause);
      return [];
    }
  }

  async function* between(
    file: ReadFile,
    first: Line | null,
    order: Order,
  ): AsyncGenerator<readonly Line[]> {
    const end = first === null ? file.size : first.offset + first.bytes.length + 1;
    const blocks =
      order === "newest-first" ? linesFromEnd(file, end) : linesFromStart(file, first?.offset ?? 0);
    for await (const lines of blocks) yield recordsAmong(lines);
  }

  return {
    decode,

    async end() {
      await using file = await disk.openRead(path);
      if (file === null) return { size: 0, head: null, tornBytes: 0, begun: false };
      const { size } = file;
      const begun = await findHeader(file, header, path);
      let tornBytes = 0;
      for await (const lines of linesFromEnd(file)) {
        tornBytes += lines.find((line) => !line.ended)?.bytes.length ?? 0;
        for (const line of recordsAmong(lines)) {
          const newest = decode(line, "newest-first")[0];
          if (newest !== undefined) return { size, head: newest.id, tornBytes, begun };
        }
      }
      return { size, head: null, tornBytes, begun };
    },

    async *records(order) {
      await using file = await disk.openRead(path);
      if (file === null) return;
      await findHeader(file, header, path);
      yield* between(file, null, order);
    },

    async *recordsFrom(id, order) {
      await using file = await disk.openRead(path);
      if (file === null) return;
      await findHeader(file, header, path);
      const first = await findLine(file, id, index);
      if (first !== null) yield* between(file, first, order);
    },
  };
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
    return decodeLine(line).some((entry) => entry.id === id);
  } catch {
    return false;
  }
}

async function lineAt(file: ReadFile, offset: number): Promise<Line> {
  for await (const lines of linesFromStart(file, offset)) {
    const [line] = lines;
    if (line !== undefined) return line;
  }
  return { offset, bytes: Buffer.alloc(0), ended: false };
}

export async function hasEntries(reader: LogReader): Promise<boolean> {
  for await (const lines of reader.records("newest-first")) if (lines.length > 0) return true;
  return false;
}

/** The entries of a log; `unknown-entry` where `from` is not among them. */
export async function* entriesOf(
  reader: LogReader,
  sessionId: string,
  { from, order = "oldest-first" }: ReadOptions,
): AsyncGenerator<Entry> {
  const records = from === undefined ? reader.records(order) : reader.recordsFrom(from, order);
  let found = from === undefined;
  for await (const lines of records) {
    for (const line of lines) {
      for (const entry of reader.decode(line, order)) {
        found ||= entry.id === from;
        if (found) yield entry;
      }
    }
  }
  if (!found) throw unknownEntryError("from", from ?? "", sessionId);
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
        for (const entry of reader.decode(line, "newest-first")) {
          if (entry.id === id) return found;
          if (wanted.has(entry.id)) found.push(entry);
        }
      }
    }
  }
  return id === null ? found : null;
}
