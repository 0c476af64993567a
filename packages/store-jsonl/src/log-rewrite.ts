import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { Entry } from "@cutpoint/session/store";
import { CutpointError, encodeBatch } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import type { Line } from "./lines.ts";
import { idsOf, lineOf } from "./log-format.ts";
import { headerOf } from "./log-header.ts";
import type { LogLocation, LogReader } from "./log-reader.ts";

/** Lines are collected to this size before they are written. */
const CHUNK_BYTES = 1 << 18;

/** Returns the entries that replace the given ones. */
export type Change = (entries: readonly Entry[]) => readonly Entry[];

/**
 * Rewrites a log with changed lines.
 *
 * The new file is written under an unused name, flushed, and renamed, behind a link next to the file that it names. A
 * crash leaves either the old log or the new one, and a reader that has the old file open reads it to its end.
 *
 * @param isAffected returns whether the line with these ids changes; other lines are copied unchanged
 */
export async function rewriteLog(
  { disk, path: given, sessionId, mode }: LogLocation,
  reader: LogReader,
  isAffected: (ids: readonly string[]) => boolean,
  change: Change,
): Promise<void> {
  const { hardLinks, path } = await disk.resolve(given);
  if (hardLinks > 1)
    throw new CutpointError(
      "store-failed",
      `${path} has ${hardLinks} hard links: expected 1, because the others would keep the old entries`,
    );
  for (const each of new Set([given, path])) await removeLeftovers(disk, each);
  await replaceFile(disk, path, chunksOf(headerOf(sessionId), reader, isAffected, change), mode);
}

/** Writes a draft next to a file and renames it to the file. A crash leaves the old content or the new one. */
export async function replaceFile(
  disk: Disk,
  path: string,
  chunks: AsyncIterable<Buffer>,
  mode: number,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`;
  try {
    await disk.writeNew(draft, chunks, mode);
    await disk.rename(draft, path);
  } catch (error) {
    await disk.remove(draft).catch(() => false);
    throw error;
  }
  await disk.flushNames(dirname(path));
}

/** Removes the drafts that crashed processes left next to a file. */
export async function removeLeftovers(disk: Disk, path: string): Promise<void> {
  const folder = dirname(path);
  const name = basename(path).replaceAll(".", "\\.");
  const leftover = new RegExp(`^${name}\\.(?:lock\\.)?[0-9a-f-]{36}\\.new$`);
  for (const each of await disk.list(folder))
    if (leftover.test(each)) await disk.remove(join(folder, each));
}

async function* chunksOf(
  header: Buffer,
  reader: LogReader,
  isAffected: (ids: readonly string[]) => boolean,
  change: Change,
): AsyncGenerator<Buffer> {
  const lineBreak = Buffer.from("\n");
  let pieces: Buffer[] = [header, lineBreak];
  let size = header.length;
  await using faults = reader.openFaults();
  for await (const lines of reader.records("oldest-first")) {
    for (const line of lines) {
      const bytes = await changed(line);
      if (bytes === null) continue;
      pieces.push(bytes, lineBreak);
      size += bytes.length + 1;
      if (size < CHUNK_BYTES) continue;
      yield Buffer.concat(pieces);
      pieces = [];
      size = 0;
    }
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);

  /** Keeps a damaged line unless it contains an affected id. */
  async function changed(line: Line): Promise<Buffer | null> {
    const ids = idsOf(line.bytes);
    if (ids !== null && !isAffected(ids)) return line.bytes;
    const entries = reader.decode(line, "oldest-first");
    if (entries !== null) return encoded(change(entries));
    await faults.report(line);
    return isAffected(ids ?? []) ? null : line.bytes;
  }
}

function encoded(entries: readonly Entry[]): Buffer | null {
  return entries.length === 0 ? null : Buffer.from(lineOf(encodeBatch(entries)));
}
