import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** A process, told from any other that ever had its number. */
export type Owner = {
  readonly pid: number;
  readonly host: string;
  /** When it was started, as far as the system tells; `null` where it does not. */
  readonly started: string | null;
};

/** This process. */
export function ownOwner(): Owner {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** What a text says about an owner; `null` where it says nothing. */
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

/** Whether a process is gone for certain; of one on another host nobody here can tell. */
export function isGone({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return true;
  }
  const now = startOf(pid);
  if (now === ENDED) return true;
  return started !== null && now !== null && started !== now;
}

/** A process that has ended, but whose parent has not asked for its exit code yet. */
const ENDED = "ended";

/**
 * On Linux: the boot, and the ticks from then to the start of the process (field 22 of proc_pid_stat(5)), or
 * {@link ENDED} (field 3).
 */
function startOf(pid: number): string | null {
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
