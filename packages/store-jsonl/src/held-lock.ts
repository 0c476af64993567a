import { setTimeout as delay } from "node:timers/promises";
import { CutpointError } from "@cutpoint/session/store";
import type { Disk } from "./disk.ts";
import type { Owner } from "./owner.ts";
import { createProcessLock } from "./process-lock.ts";

/** A lock that is kept between writes, and given back by itself when there were none for a while. */
export type HeldLock = {
  isHeld(): boolean;
  /**
   * @throws `store-failed` where another process has it for longer than `timeout`, in ms
   */
  take(timeout: number): Promise<void>;
  /** Says that it is still needed. */
  use(): void;
  release(): void;
};

/** A lock that was not used for this long is given back, in ms. */
const IDLE = 50;

/** How long to wait before looking again whether another process has given the lock back, in ms. */
const POLL = 5;

/**
 * The lock on writing to a file.
 *
 * @param place the path of the file, and the mode of a new lock file
 * @param isIdle whether nothing is under way that needs the lock
 * @param onTick called every 50 ms while it is held, and when it is taken or released
 */
export function createHeldLock(
  disk: Disk,
  { path, mode }: { readonly path: string; readonly mode: number },
  isIdle: () => boolean,
  onTick: () => void,
): HeldLock {
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
    }, IDLE).unref();
  }

  return {
    isHeld: () => lock.isHeld(),
    async take(timeout) {
      const deadline = Date.now() + timeout;
      for (;;) {
        const outcome = lock.take();
        if (outcome.type === "taken") return releaseWhenIdle();
        if (Date.now() >= deadline) throw lockedOut(path, outcome.owner);
        await delay(POLL);
      }
    },
    use() {
      isUsed = true;
    },
    release,
  };
}

function lockedOut(path: string, owner: Owner | null): CutpointError {
  const who =
    owner === null ? "another process" : `process ${owner.pid} on ${JSON.stringify(owner.host)}`;
  return new CutpointError(
    "store-failed",
    `${who} is writing to ${path}: it holds ${path}.lock, which may be removed where that process is gone`,
  );
}
