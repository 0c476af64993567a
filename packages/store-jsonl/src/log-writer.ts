import { CutpointError } from "@cutpoint/core";
import type { AppendOptions, AppendResult } from "@cutpoint/core";
import pLimit from "p-limit";
import type { AppendFile, Disk } from "./disk.ts";
import type { Batch } from "./log-format.ts";
import { requireSame, sealOf } from "./log-format.ts";
import { headerOf } from "./log-header.ts";
import type { LogEnd, LogReader } from "./log-reader.ts";
import { hasEntries, searchEntries } from "./log-reader.ts";

/** Writes one session's file, one append after the other. */
export type LogWriter = {
  append(batch: Batch, options: AppendOptions): Promise<AppendResult>;
  /** Whether there was an entry to delete. */
  remove(): Promise<boolean>;
  /** Gives the file back where nothing is under way or waiting; whether it did. */
  closeIfIdle(): boolean;
  /** Gives the file back once all that was asked for is done. */
  close(): Promise<void>;
};

/**
 * The file stays open between appends and its end is remembered; before each append its size tells whether another
 * writer was there. From that look to the write nothing is waited for, so that within one process, whatever the number
 * of stores, no append comes between.
 */
export function createLogWriter(
  disk: Disk,
  path: string,
  sessionId: string,
  reader: LogReader,
): LogWriter {
  const limit = pLimit(1);
  let file: AppendFile | null = null;
  let known: LogEnd | null = null;

  function release(): void {
    file?.close();
    file = null;
    known = null;
  }

  /** The open file and its end, where what is remembered of it still holds. */
  function current(): { readonly file: AppendFile; readonly end: LogEnd } | null {
    if (file === null || known === null || file.size() !== known.size) return null;
    return { file, end: known };
  }

  /** Whether there is a file. */
  async function lookAgain(create: boolean): Promise<boolean> {
    if (file?.size() === null) release();
    file ??= disk.openAppend(path, create);
    if (file === null) return false;
    known = await reader.end();
    return true;
  }

  function write(target: AppendFile, end: LogEnd, batch: Batch): void {
    const header = end.begun ? "" : `${headerOf(sessionId).toString()}\n`;
    const text = `${sealOf(end.tornBytes)}${header}${batch.line}\n`;
    const length = Buffer.byteLength(text);
    const written = target.write(text);
    if (written !== length) {
      throw new Error(`${written} of ${length} bytes were written: the disk may be full`);
    }
    known = { size: end.size + length, head: batch.head, tornBytes: 0, begun: true };
  }

  async function append(
    batch: Batch,
    { expectedHead, signal }: AppendOptions,
  ): Promise<AppendResult> {
    for (;;) {
      requireNotAborted(signal);
      const now = current();
      if (now === null) {
        if (await lookAgain(expectedHead === null && batch.head !== null)) continue;
        return answerMismatch(reader, batch, null);
      }
      if (now.end.head !== expectedHead) return answerMismatch(reader, batch, now.end.head);
      if (batch.head !== null) write(now.file, now.end, batch);
      return { type: "appended" };
    }
  }

  async function remove(): Promise<boolean> {
    const hadEntries = await hasEntries(reader);
    release();
    return (await disk.remove(path)) && hadEntries;
  }

  return {
    append: (batch, options) => limit(append, batch, options),
    remove: () => limit(remove),
    closeIfIdle() {
      const idle = limit.activeCount + limit.pendingCount === 0;
      if (idle) release();
      return idle;
    },
    close: () => limit(release),
  };
}

function requireNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new CutpointError("aborted", "the signal was set", { cause: signal.reason });
  }
}

/** What to say to a writer that does not know the head: perhaps only the answer to its first attempt was lost. */
async function answerMismatch(
  reader: LogReader,
  batch: Batch,
  head: string | null,
): Promise<AppendResult> {
  const missing = new Set(batch.texts.keys());
  if (missing.size === 0) return { type: "appended" };
  for await (const entry of searchEntries(reader, [...missing])) {
    if (!batch.texts.has(entry.id)) continue;
    requireSame(entry, batch);
    missing.delete(entry.id);
    if (missing.size === 0) return { type: "appended" };
  }
  return { type: "conflict", head };
}
