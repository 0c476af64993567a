import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { Entry, ReadOptions } from "@cutpoint/core";
import type { Disk } from "./disk.ts";
import type { Line } from "./lines.ts";
import { linesFromEnd, linesFromStart } from "./lines.ts";
import { decodeLine, isWhole, traceOf } from "./log-format.ts";
import { findHeader, headerOf } from "./log-header.ts";

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
  /** The entries of a line; none where it was reported as corrupt. */
  decode(line: Line, order: Order): readonly Entry[];
};

export function createLogReader(
  disk: Disk,
  path: string,
  sessionId: string,
  reports: LogReports,
): LogReader {
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
      const blocks = order === "newest-first" ? linesFromEnd(file) : linesFromStart(file);
      for await (const lines of blocks) yield recordsAmong(lines);
    },
  };
}

export async function hasEntries(reader: LogReader): Promise<boolean> {
  for await (const lines of reader.records("newest-first")) if (lines.length > 0) return true;
  return false;
}

/** The entries of a log; `unknown-entry` where `from` is not among them. */
export async function* entriesOf(
  reader: LogReader,
  { from, order = "oldest-first" }: ReadOptions,
): AsyncGenerator<Entry> {
  const trace = traceOf(from ?? "");
  let found = from === undefined;
  for await (const lines of reader.records(order)) {
    for (const line of lines) {
      if (!found && !line.bytes.includes(trace)) continue;
      for (const entry of reader.decode(line, order)) {
        found ||= entry.id === from;
        if (found) yield entry;
      }
    }
  }
  if (found) return;
  throw new CutpointError(
    "unknown-entry",
    `from is "${from}": there is no such entry in the session`,
  );
}

/** Looking through a line for more ids than this takes longer than parsing it. */
const MOST_TRACES = 16;

/** All entries of the given ids, newest first, and perhaps others; passes over lines that cannot hold one. */
export async function* searchEntries(
  reader: LogReader,
  ids: readonly string[],
): AsyncGenerator<Entry> {
  const traces = ids.map(traceOf);
  const seek = traces.length <= MOST_TRACES;
  for await (const lines of reader.records("newest-first")) {
    for (const line of lines) {
      const promising = !seek || traces.some((trace) => line.bytes.includes(trace));
      if (promising) yield* reader.decode(line, "newest-first");
    }
  }
}
