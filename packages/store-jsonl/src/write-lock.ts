import { setTimeout as delay } from "node:timers/promises";
import { CutpointError } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import type { Owner } from "./owner.ts";
import { createProcessLock } from "./process-lock.ts";

/** A lock that is kept between writes and released automatically when it is idle. */
export type WriteLock = {
  isHeld(): boolean;
  /** @throws `store-failed` if another process holds the lock for longer than `timeout`, in ms */
  take(timeout: number): Promise<void>;
  /** Restarts the idle time. */
  use(): void;
  release(): void;
};

/** Time without a write after which the lock is released, in ms. */
const IDLE_MS = 50;

/** Time between two attempts to take the lock, in ms. */
const POLL_MS = 5;

/**
 * Creates the lock for writing to a file.
 *
 * @param location the path of the file, and the mode of a new lock file
 * @param isIdle returns whether nothing that needs the lock is running
 * @param onTick called every 50 ms while the lock is held, and when it is taken or released
 */
export function createWriteLock(
  disk: Disk,
  { path, mode }: { readonly path: string; readonly mode: number },
  isIdle: () => boolean,
  onTick: () => void,
): WriteLock {
  const lock = createProcessLock(disk, `${path}.lock`, mode);
  let isUsed = false;
  let timer: NodeJS.Timeout | null = null;

  function release(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
    onTick();
    lock.release();
  }

  function releaseWhenIdle(): void {
    isUsed = true;
    onTick();
    timer ??= setInterval(() => {
      onTick();
      if (!isUsed && isIdle()) release();
      isUsed = false;
    }, IDLE_MS).unref();
  }

  return {
    isHeld: () => lock.isHeld(),
    async take(timeout) {
      const deadline = performance.now() + timeout; // the clock of the system may be set back
      for (;;) {
        const outcome = lock.take();
        if (outcome.type === "taken") return releaseWhenIdle();
        if (performance.now() >= deadline) throw lockTimeoutError(path, outcome.owner);
        await delay(POLL_MS);
      }
    },
    use() {
      isUsed = true;
    },
    release,
  };
}

function lockTimeoutError(path: string, owner: Owner | null): CutpointError {
  const who =
    owner === null ? "another process" : `process ${owner.pid} on ${JSON.stringify(owner.host)}`;
  return new CutpointError(
    "store-failed",
    `${path} is locked by ${who}: try again later, or delete ${path}.lock if that process has ended`,
  );
}
