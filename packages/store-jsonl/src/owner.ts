import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** A process, distinguished from others that had the same id earlier. */
export type Owner = {
  readonly pid: number;
  readonly host: string;
  /** Start time as reported by the system. `null` if it is not available. */
  readonly started: string | null;
};

export function currentOwner(): Owner {
  return { pid: process.pid, host: hostname(), started: readStartTime(process.pid) };
}

/** Parses the text of a lock file. Returns `null` if it does not name an owner. */
export function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const { pid, host, started } = value as Record<string, unknown>;
    if (typeof pid !== "number" || typeof host !== "string") return null;
    return { pid, host, started: typeof started === "string" ? started : null };
  } catch {
    return null;
  }
}

/** Returns whether a process has certainly ended. Always `false` for a process on another host. */
export function hasExited({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
  }
  const now = readStartTime(pid);
  if (now === ENDED) return true;
  return started !== null && now !== null && started !== now;
}

/** A process that has ended, but whose parent has not read its exit code yet. */
const ENDED = "ended";

/**
 * Returns the boot id and the start time of a process in clock ticks since boot, or {@link ENDED}. Linux only.
 *
 * See fields 22 and 3 of proc_pid_stat(5).
 */
function readStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (afterName[0] === "Z" || afterName[0] === "X") return ENDED;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${afterName[19]}`;
  } catch {
    return null;
  }
}
