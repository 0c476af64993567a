import type { Batch } from "@cutpoint/session/store";
import type { AppendFile } from "./disk.ts";
import { lineOf, sealOf } from "./log-format.ts";
import { headerOf } from "./log-header.ts";
import type { LogEnd, LogPlace, LogReader } from "./log-reader.ts";

/** A file that is open for appending, and what its end is known to be. */
export type LogFile = {
  /** The end of the open file, where what is remembered of it still holds. */
  end(): LogEnd | null;
  /** Opens the file where it is not open and reads its end; whether there is a file. */
  look(create: boolean, reader: LogReader): Promise<boolean>;
  /** Whether there is a file; opens it. */
  exists(): boolean;
  /** Appends in one write to the end that was just looked at. */
  write(end: LogEnd, batch: Batch): void;
  flush(): Promise<void>;
  /** Has the size of the file looked at again before the next write. */
  recheck(): void;
  /** Has the end read again before the next write. */
  forget(): void;
  close(): void;
};

export function createLogFile({ disk, path, sessionId, mode }: LogPlace): LogFile {
  let file: AppendFile | null = null;
  let known: LogEnd | null = null;
  let isChecked = false;

  function close(): void {
    file?.close();
    file = null;
    known = null;
  }

  return {
    end() {
      if (file === null || known === null) return null;
      isChecked ||= file.size() === known.size;
      return isChecked ? known : null;
    },
    async look(create, reader) {
      if (file?.size() === null) close();
      file ??= disk.openAppend(path, create, mode);
      if (file === null) return false;
      known = await reader.end();
      isChecked = false;
      return true;
    },
    exists() {
      file ??= disk.openAppend(path, false);
      return file !== null;
    },
    write(end, batch) {
      const header = end.begun ? "" : `${headerOf(sessionId).toString()}\n`;
      const text = `${sealOf(end.tornBytes)}${header}${lineOf(batch)}\n`;
      const length = Buffer.byteLength(text);
      isChecked = false;
      const written = file?.write(text) ?? 0;
      if (written !== length)
        throw new Error(`${written} of ${length} bytes were written: the disk may be full`);
      known = { size: end.size + length, head: batch.head, tornBytes: 0, begun: true };
      isChecked = true;
    },
    flush: async () => file?.flush(),
    recheck() {
      isChecked = false;
    },
    forget() {
      known = null;
    },
    close,
  };
}
