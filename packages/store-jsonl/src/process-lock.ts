import { createHash, randomUUID } from "node:crypto";
import type { Disk } from "./disk.ts";
import type { Owner } from "./owner.ts";
import { hasExited, currentOwner, parseOwner } from "./owner.ts";

/** Allows one process at a time to write to a file. */
export type ProcessLock = {
  isHeld(): boolean;
  /**
   * Takes the lock, if needed from a process that has ended. Otherwise returns its owner, or `null` if that is unknown.
   */
  take(): { readonly type: "taken" } | { readonly type: "held"; readonly owner: Owner | null };
  release(): void;
};

/**
 * Age in ms after which a lock file without an owner is abandoned.
 *
 * Such a file was emptied by a crash of the machine, damaged, or half-written on a file system without hard links. The
 * age is less than the default wait of a writer.
 */
const ABANDONED_AFTER = 2000;

let own: Owner | undefined;

/**
 * Creates a lock that is a file next to the protected one. The file contains the owner and a unique number, and is
 * never changed.
 *
 * If two processes see that the owner has ended, the second one must not delete the lock that the first one has just
 * taken. So an abandoned file is deleted only by a process that holds a second lock, named after the identity of the
 * abandoned file, and that has checked the file again. An abandoned second lock is removed in the same way. Identities
 * never repeat, so a process that is too late finds another file and leaves it alone.
 */
export function createProcessLock(disk: Disk, path: string, mode?: number): ProcessLock {
  let held = false;

  function createLockFile(file: string): boolean {
    own ??= currentOwner();
    return disk.createLockFile(file, JSON.stringify({ ...own, nonce: randomUUID() }), mode);
  }

  /** Returns the identity of an abandoned file, or `null` if the file is not abandoned. */
  function abandoned(file: string): string | null {
    const holder = disk.readLockFile(file);
    if (holder === null) return null;
    const owner = parseOwner(holder.text);
    // A file can have a time in the future if the clock was set back.
    const isAbandoned = owner === null ? Math.abs(holder.age) > ABANDONED_AFTER : hasExited(owner);
    return isAbandoned ? holder.identity : null;
  }

  function removeAbandoned(file: string): void {
    const identity = abandoned(file);
    if (identity === null) return;
    // The hash includes the file name, so the name of a removal lock never depends on itself.
    const hash = createHash("sha256").update(`${file}\n${identity}`).digest("hex");
    const removal = `${path}.${hash.slice(0, 32)}`;
    if (!createLockFile(removal)) {
      removeAbandoned(removal);
      if (!createLockFile(removal)) return;
    }
    try {
      if (abandoned(file) === identity) disk.removeLockFile(file);
    } finally {
      disk.removeLockFile(removal);
    }
  }

  return {
    isHeld: () => held,
    take() {
      if (held) return { type: "taken" };
      held = createLockFile(path);
      if (!held) {
        removeAbandoned(path);
        held = createLockFile(path);
      }
      if (held) return { type: "taken" };
      return { type: "held", owner: parseOwner(disk.readLockFile(path)?.text ?? "") };
    },
    release() {
      if (held) disk.removeLockFile(path);
      held = false;
    },
  };
}
