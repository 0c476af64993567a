import type { Batch } from "@cutpoint/session/store";
import type { AppendFile } from "./disk.ts";
import { lineOf, tornSuffix } from "./log-format.ts";
import { headerOf } from "./log-header.ts";
import type { LogEnd, LogLocation, LogReader } from "./log-reader.ts";

/** A file that is open for appending, with the known state of its end. */
export type LogFile = {
  /** Returns the known end, or `null` if it must be read again. */
  end(): LogEnd | null;
  /** Opens the file if needed and reads its end. Returns whether the file exists. */
  readEnd(create: boolean, reader: LogReader): Promise<boolean>;
  /** Opens the file if needed. Returns whether it exists. */
  exists(): boolean;
  /** Appends in one write. `end` must be the current end. */
  write(end: LogEnd, batch: Batch): void;
  flush(): Promise<void>;
  /** Makes the next write check the file size first. */
  recheckSize(): void;
  /** Makes the next write read the end of the file first. */
  forgetEnd(): void;
  close(): void;
};

export function createLogFile({ disk, path, sessionId, mode }: LogLocation): LogFile {
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
    async readEnd(create, reader) {
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
      const header = end.hasHeader ? "" : `${headerOf(sessionId).toString()}\n`;
      const text = `${tornSuffix(end.tornBytes)}${header}${lineOf(batch)}\n`;
      const length = Buffer.byteLength(text);
      isChecked = false;
      const written = file?.write(text) ?? 0;
      if (written !== length)
        throw new Error(`wrote ${written} of ${length} bytes: the disk may be full`);
      known = { size: end.size + length, head: batch.head, tornBytes: 0, hasHeader: true };
      isChecked = true;
    },
    flush: async () => file?.flush(),
    recheckSize() {
      isChecked = false;
    },
    forgetEnd() {
      known = null;
    },
    close,
  };
}
