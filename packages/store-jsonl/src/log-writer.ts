import { dirname } from "node:path";
import {
  type AppendOptions,
  type AppendResult,
  assertNotAborted,
  assertSameContent,
  type Batch,
} from "@cutpoint/session/store";
import pLimit from "p-limit";
import { createFlusher } from "./flusher.ts";
import { createWriteLock } from "./write-lock.ts";
import { createLogFile, type LogFile } from "./log-file.ts";
import { entriesAfter, type LogLocation, type LogReader } from "./log-reader.ts";
import type { Durability } from "./options.ts";

/** The settings of one store, used with the log writer that all stores of the process share. */
export type WriterOptions = {
  readonly reader: LogReader;
  readonly durability: Durability;
  readonly lockTimeoutMs: number;
};

/** Writes the file of one session for all stores of this process, one append at a time. */
export type LogWriter = {
  /** Returns synchronously if it does not have to wait. */
  append(
    batch: Batch,
    options: AppendOptions,
    writer: WriterOptions,
  ): AppendResult | Promise<AppendResult>;
  /** Runs alone and with the lock. `head` is the newest entry. The file is opened again afterwards. */
  runExclusive<Result>(
    run: (head: string | null) => Promise<Result>,
    writer: WriterOptions,
  ): Promise<Result>;
  /** Closes the file and releases the lock if nothing is running or waiting. Returns whether it did. */
  closeIfIdle(): boolean;
  /** Closes the file and releases the lock after all pending appends. */
  close(): Promise<void>;
};

const APPENDED: AppendResult = { type: "appended" };

/**
 * Creates the writer of one session's file.
 *
 * The file stays open between appends, and its end is remembered. The lock excludes other processes. The file size is
 * checked when the lock is taken and every 50 ms, to detect programs that write without the lock. The code between this
 * check and the write is synchronous, so no other append of this process can run there.
 */
export function createLogWriter(location: LogLocation): LogWriter {
  const { disk, path } = location;
  const limit = pLimit(1);
  const file = createLogFile(location);
  const flusher = createFlusher(() => flushed(file));
  const isFree = (): boolean => limit.activeCount + limit.pendingCount === 0;
  const isIdle = (): boolean => !flusher.isBusy() && isFree();
  const lock = createWriteLock(disk, location, isIdle, () => file.recheckSize());

  async function appendInTurn(
    batch: Batch,
    { expectedHead, signal }: AppendOptions,
    { reader, durability, lockTimeoutMs }: WriterOptions,
  ): Promise<AppendResult> {
    const isFirstAppend = expectedHead === null;
    for (;;) {
      assertNotAborted(signal);
      if (!lock.isHeld()) {
        if (!isFirstAppend && !file.exists()) return { type: "conflict", head: null };
        await lock.take(lockTimeoutMs);
        continue;
      }
      const end = file.end();
      if (end === null) {
        if (await file.readEnd(isFirstAppend, reader)) continue;
        return { type: "conflict", head: null };
      }
      if (end.head !== expectedHead)
        return resolveHeadMismatch(reader, batch, { expectedHead, head: end.head });
      lock.use();
      file.write(end, batch);
      if (!end.hasHeader && durability !== "none") await disk.flushNames(dirname(path));
      return APPENDED;
    }
  }

  function close(): void {
    file.close();
    lock.release();
  }

  return {
    append(batch, options, writer) {
      const { durability } = writer;
      const end = durability !== "always" && lock.isHeld() && isFree() ? file.end() : null;
      if (end !== null && end.hasHeader && end.head === options.expectedHead) {
        lock.use();
        file.write(end, batch);
        return durability === "none" ? APPENDED : flusher.flush();
      }
      const flushedToo = async (result: AppendResult): Promise<AppendResult> =>
        result.type === "conflict" || durability === "none" ? result : flusher.flush();
      return durability === "always"
        ? limit(async () => flushedToo(await appendInTurn(batch, options, writer)))
        : limit(appendInTurn, batch, options, writer).then(flushedToo);
    },
    runExclusive: (run, { reader, lockTimeoutMs }) =>
      limit(async () => {
        await lock.take(lockTimeoutMs);
        try {
          return await run((await reader.end()).head);
        } finally {
          file.forgetEnd();
          lock.use();
        }
      }),
    closeIfIdle() {
      const idle = isIdle();
      if (idle) close();
      return idle;
    },
    close: () =>
      limit(async () => {
        if (flusher.isBusy()) await flusher.flush().catch(() => undefined);
        close();
      }),
  };
}

async function flushed(file: LogFile): Promise<AppendResult> {
  try {
    await file.flush();
    return APPENDED;
  } catch (error) {
    file.forgetEnd();
    throw error;
  }
}

/** Detects a repeated append whose first result was lost. Every other append on an outdated head is a conflict. */
async function resolveHeadMismatch(
  reader: LogReader,
  batch: Batch,
  { expectedHead, head }: { readonly expectedHead: string | null; readonly head: string | null },
): Promise<AppendResult> {
  const entries = await entriesAfter(reader, expectedHead, batch.entries);
  if (entries === null) return { type: "conflict", head };
  for (const entry of entries) assertSameContent(entry, batch);
  return entries.length === batch.entries.size ? APPENDED : { type: "conflict", head };
}
