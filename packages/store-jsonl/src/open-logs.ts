import { join, resolve } from "node:path";
import type { Disk } from "./disk.ts";
import { fileName } from "./file-name.ts";
import { createLogIndex } from "./log-index.ts";
import type { LogPlace } from "./log-reader.ts";
import type { LogWriter } from "./log-writer.ts";
import { createLogWriter } from "./log-writer.ts";

/** With more sessions than this, files are opened again instead of running out of them. */
const MOST_OPEN_LOGS = 128;

/** One session's file, shared by all stores of this process. */
export type OpenLog = {
  readonly place: LogPlace;
  readonly writer: LogWriter;
  /** The stores that have used it. */
  readonly users: Set<object>;
  /** Not any more, where it was closed: another takes its place. */
  isListed: boolean;
};

/** The logs in use on a disk; those not used for longest are closed where there are too many. */
type OpenLogs = Map<string, OpenLog>;

const openLogs = new WeakMap<Disk, OpenLogs>();

/** The path of a session's log. */
export function pathOf(directory: string, sessionId: string): string {
  return join(resolve(directory), fileName(sessionId));
}

/** The log of a session at its path, the same one for every store of this process. */
export function logAt(at: Omit<LogPlace, "index">, user: object): OpenLog {
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

/** Closes logs that are idle if too many are open, as after many appends at the same time. */
export function closeIdleLogs(disk: Disk): void {
  closeOldest(openLogs.get(disk) ?? new Map<string, OpenLog>());
}

/** Gives back what only this user has open, once all that is under way is done. */
export async function leaveLogs(disk: Disk, user: object): Promise<void> {
  const logs = openLogs.get(disk) ?? new Map<string, OpenLog>();
  await Promise.all(
    [...logs].map(async ([path, log]) => {
      if (!log.users.delete(user)) return;
      await log.writer.close();
      if (log.users.size === 0) unlist(logs, path, log);
    }),
  );
}

function open(place: LogPlace): OpenLog {
  return { place, writer: createLogWriter(place), users: new Set(), isListed: true };
}

function closeOldest(logs: OpenLogs): void {
  for (const [path, log] of logs) {
    if (logs.size < MOST_OPEN_LOGS) return;
    if (log.writer.closeIfIdle()) unlist(logs, path, log);
  }
}

function unlist(logs: OpenLogs, path: string, log: OpenLog): void {
  logs.delete(path);
  log.isListed = false;
}
