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
import { createHeldLock } from "./held-lock.ts";
import { createLogFile, type LogFile } from "./log-file.ts";
import { entriesAfter, type LogPlace, type LogReader } from "./log-reader.ts";
import type { Durability } from "./options.ts";

/** What one store brings along to the log that it shares with others of its process. */
export type WriterOptions = {
  readonly reader: LogReader;
  readonly durability: Durability;
  readonly lockTimeoutMs: number;
};

/** Writes one session's file on behalf of all stores of this process, one append after the other. */
export type LogWriter = {
  /** Answers at once where nothing has to be waited for. */
  append(
    batch: Batch,
    options: AppendOptions,
    writer: WriterOptions,
  ): AppendResult | Promise<AppendResult>;
  /** Runs alone, with the lock; `head` is the newest entry, and the file is opened anew afterwards. */
  alone<Result>(
    run: (head: string | null) => Promise<Result>,
    writer: WriterOptions,
  ): Promise<Result>;
  /** Gives the file and the lock back where nothing is under way or waiting; whether it did. */
  closeIfIdle(): boolean;
  /** Gives the file and the lock back once all that was asked for is done. */
  close(): Promise<void>;
};

const APPENDED: AppendResult = { type: "appended" };

/**
 * The file stays open between appends and its end is remembered. The lock keeps other processes out; every 50 ms, and
 * whenever it is taken, the size of the file tells whether something has written to it all the same, or deleted it. From
 * that look to the write nothing is waited for, so that no append comes between.
 */
export function createLogWriter(place: LogPlace): LogWriter {
  const { disk, path } = place;
  const limit = pLimit(1);
  const file = createLogFile(place);
  const flusher = createFlusher(() => flushed(file));
  const isFree = (): boolean => limit.activeCount + limit.pendingCount === 0;
  const isIdle = (): boolean => !flusher.isBusy() && isFree();
  const lock = createHeldLock(disk, place, isIdle, () => file.recheck());

  async function appendInTurn(
    batch: Batch,
    { expectedHead, signal }: AppendOptions,
    { reader, durability, lockTimeoutMs }: WriterOptions,
  ): Promise<AppendResult> {
    const isBeginning = expectedHead === null;
    for (;;) {
      assertNotAborted(signal);
      if (!lock.isHeld()) {
        if (!isBeginning && !file.exists()) return { type: "conflict", head: null };
        await lock.take(lockTimeoutMs);
        continue;
      }
      const end = file.end();
      if (end === null) {
        if (await file.look(isBeginning, reader)) continue;
        return { type: "conflict", head: null };
      }
      if (end.head !== expectedHead)
        return answerMismatch(reader, batch, { expectedHead, head: end.head });
      lock.use();
      file.write(end, batch);
      if (!end.begun && durability !== "none") await disk.flushNames(dirname(path));
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
      if (end !== null && end.begun && end.head === options.expectedHead) {
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
    alone: (run, { reader, lockTimeoutMs }) =>
      limit(async () => {
        await lock.take(lockTimeoutMs);
        try {
          return await run((await reader.end()).head);
        } finally {
          file.forget();
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

/** What to answer once all that was written is on the disk. */
async function flushed(file: LogFile): Promise<AppendResult> {
  try {
    await file.flush();
    return APPENDED;
  } catch (error) {
    file.forget();
    throw error;
  }
}

/** What to say to a writer that does not know the head: perhaps only the answer to its first attempt was lost. */
async function answerMismatch(
  reader: LogReader,
  batch: Batch,
  { expectedHead, head }: { readonly expectedHead: string | null; readonly head: string | null },
): Promise<AppendResult> {
  const entries = await entriesAfter(reader, expectedHead, batch.entries);
  if (entries === null) return { type: "conflict", head };
  for (const entry of entries) assertSameContent(entry, batch);
  return entries.length === batch.entries.size ? APPENDED : { type: "conflict", head };
}
