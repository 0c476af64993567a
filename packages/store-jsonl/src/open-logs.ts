import { join, resolve } from "node:path";
import type { Disk } from "./disk.ts";
import { fileName } from "./file-name.ts";
import { createLogIndex } from "./log-index.ts";
import type { LogLocation } from "./log-reader.ts";
import type { LogWriter } from "./log-writer.ts";
import { createLogWriter } from "./log-writer.ts";

/** Maximum number of open files. Idle logs beyond it are closed and opened again when needed. */
export const MAX_OPEN_LOGS = 128;

/** The file of one session, shared by all stores of this process. */
export type OpenLog = {
  readonly location: LogLocation;
  readonly writer: LogWriter;
  /** The stores that have used the log. */
  readonly users: Set<object>;
  /** `false` once the log was closed and removed from the list. */
  isListed: boolean;
};

/** The open logs of a disk, least recently used first. */
type OpenLogs = Map<string, OpenLog>;

const openLogs = new WeakMap<Disk, OpenLogs>();

/** Returns the path of a session's log. */
export function pathOf(directory: string, sessionId: string): string {
  return join(resolve(directory), fileName(sessionId));
}

/** Returns the log at a path, which is the same for every store of this process. */
export function openLog(at: Omit<LogLocation, "index">, user: object): OpenLog {
  const { disk, path } = at;
  const logs = openLogs.get(disk) ?? new Map<string, OpenLog>();
  openLogs.set(disk, logs);
  const log = logs.get(path) ?? open({ ...at, index: createLogIndex() });
  log.users.add(user);
  logs.delete(path);
  closeOldest(logs);
  logs.set(path, log);
  return log;
}

/** Closes idle logs if too many are open, for example after many concurrent appends. */
export function closeIdleLogs(disk: Disk): void {
  closeOldest(openLogs.get(disk) ?? new Map<string, OpenLog>());
}

/** Closes the logs that only this user has open, after their pending appends. */
export async function releaseLogs(disk: Disk, user: object): Promise<void> {
  const logs = openLogs.get(disk) ?? new Map<string, OpenLog>();
  await Promise.all(
    [...logs].map(async ([path, log]) => {
      if (!log.users.delete(user)) return;
      await log.writer.close();
      if (log.users.size === 0) unlist(logs, path, log);
    }),
  );
}

function open(location: LogLocation): OpenLog {
  return { location, writer: createLogWriter(location), users: new Set(), isListed: true };
}

function closeOldest(logs: OpenLogs): void {
  for (const [path, log] of logs) {
    if (logs.size < MAX_OPEN_LOGS) return;
    if (log.writer.closeIfIdle()) unlist(logs, path, log);
  }
}

function unlist(logs: OpenLogs, path: string, log: OpenLog): void {
  logs.delete(path);
  log.isListed = false;
}
