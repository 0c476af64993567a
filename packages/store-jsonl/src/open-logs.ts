import { join } from "node:path";
import { CutpointError } from "@cutpoint/core";
import type { Disk } from "./disk.ts";
import { fileName } from "./file-name.ts";
import type { LogReader, LogReports } from "./log-reader.ts";
import { createLogReader } from "./log-reader.ts";
import type { LogWriter } from "./log-writer.ts";
import { createLogWriter } from "./log-writer.ts";
import type { JsonlStoreOptions } from "./options.ts";

/** With more sessions than this, files are opened again instead of running out of them. */
const MOST_OPEN_LOGS = 128;

type OpenLog = {
  readonly path: string;
  readonly reader: LogReader;
  readonly writer: LogWriter;
};

/** The logs in use; those not used for longest are closed where there are too many. */
export type OpenLogs = {
  of(sessionId: string): OpenLog;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

export function createOpenLogs(disk: Disk, options: JsonlStoreOptions): OpenLogs {
  const logs = new Map<string, OpenLog>();

  function open(sessionId: string): OpenLog {
    const path = join(options.directory, fileName(sessionId));
    const reader = createLogReader(disk, path, sessionId, reportsOf(sessionId, path, options));
    return { path, reader, writer: createLogWriter(disk, path, sessionId, reader) };
  }

  function closeOldest(): void {
    for (const [sessionId, { writer }] of logs) {
      if (logs.size < MOST_OPEN_LOGS) return;
      if (writer.closeIfIdle()) logs.delete(sessionId);
    }
  }

  return {
    of(sessionId) {
      const log = logs.get(sessionId) ?? open(sessionId);
      logs.delete(sessionId);
      closeOldest();
      logs.set(sessionId, log);
      return log;
    },

    async close() {
      await Promise.all([...logs.values()].map((log) => log.writer.close()));
      logs.clear();
    },
  };
}

function reportsOf(
  sessionId: string,
  file: string,
  { onRepair, onCorruptLine }: JsonlStoreOptions,
): LogReports {
  let told = -1;
  return {
    torn(offset, bytesDropped) {
      if (offset === told) return;
      told = offset;
      onRepair?.({ sessionId, file, offset, bytesDropped });
    },
    corrupt(offset, cause) {
      const message = `${file} cannot be read at byte ${offset}`;
      const error = new CutpointError("corrupt-log", message, { cause });
      if (onCorruptLine === undefined) throw error;
      onCorruptLine({ sessionId, file, offset, error });
    },
  };
}
