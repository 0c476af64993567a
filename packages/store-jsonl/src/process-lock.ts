import { createHash, randomUUID } from "node:crypto";
import type { Disk } from "./disk.ts";
import type { Owner } from "./owner.ts";
import { isGone, ownOwner, parseOwner } from "./owner.ts";

/** Lets one process at a time write to a file. */
export type ProcessLock = {
  isHeld(): boolean;
  /** Takes it, from a process that is gone too; else tells who has it, `null` where that cannot be known. */
  take(): { readonly type: "taken" } | { readonly type: "held"; readonly owner: Owner | null };
  release(): void;
};

/**
 * Age in ms from which a lock file that names no owner is abandoned: emptied by a crash of the machine, garbled, or
 * half-written on a file system without hard links. Shorter than a writer waits by default.
 */
const LONGEST_WRITING = 2000;

let own: Owner | undefined;

/**
 * A lock that is a file beside the one that it protects. What it says is said once: the owner, and a number of its own.
 *
 * Two that find the same owner gone must not both take the lock, the second from the first. So a file that was abandoned
 * is removed only by who holds another one, named for the identity of the first, and looks again before; one that was
 * abandoned on the way to that is removed in the same manner. As no file ever has the same identity again, whoever comes
 * too late finds another file there and leaves it alone.
 */
export function createProcessLock(disk: Disk, path: string, mode?: number): ProcessLock {
  let held = false;

  function hold(file: string): boolean {
    own ??= ownOwner();
    return disk.hold(file, JSON.stringify({ ...own, nonce: randomUUID() }), mode);
  }

  /** The identity of an abandoned file; `null` if it is not abandoned. */
  function abandoned(file: string): string | null {
    const holder = disk.readHolder(file);
    if (holder === null) return null;
    const owner = parseOwner(holder.text);
    // A clock that was set back leaves files of the future.
    const isAbandoned = owner === null ? Math.abs(holder.age) > LONGEST_WRITING : isGone(owner);
    return isAbandoned ? holder.identity : null;
  }

  function removeAbandoned(file: string): void {
    const identity = abandoned(file);
    if (identity === null) return;
    // The file's name is hashed too, so that no file is ever named for itself.
    const hash = createHash("sha256").update(`${file}\n${identity}`).digest("hex");
    const removal = `${path}.${hash.slice(0, 32)}`;
    if (!hold(removal)) {
      removeAbandoned(removal);
      if (!hold(removal)) return;
    }
    try {
      if (abandoned(file) === identity) disk.letGo(file);
    } finally {
      disk.letGo(removal);
    }
  }

  return {
    isHeld: () => held,
    take() {
      if (held) return { type: "taken" };
      held = hold(path);
      if (!held) {
        removeAbandoned(path);
        held = hold(path);
      }
      if (held) return { type: "taken" };
      return { type: "held", owner: parseOwner(disk.readHolder(path)?.text ?? "") };
    },
    release() {
      if (held) disk.letGo(path);
      held = false;
    },
  };
}
