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

/** A lock file without an owner is being written; after this long, in ms, its writer is taken to be gone. */
const LONGEST_WRITING = 5000;

let own: Owner | undefined;

/**
 * A lock that is a file beside the one that it protects. What it says is said once: the owner, and a number of its own.
 *
 * Two that find the same owner gone must not both take the lock, the second from the first. So a file that was abandoned
 * is removed only by who holds another one, named for what the first says, and looks again before; one that was
 * abandoned on the way to that is removed in the same manner. As no file ever says the same again, whoever comes too
 * late finds something else there and leaves it alone.
 */
export function createProcessLock(disk: Disk, path: string): ProcessLock {
  let held = false;

  function hold(file: string): boolean {
    own ??= ownOwner();
    return disk.hold(file, JSON.stringify({ ...own, nonce: randomUUID() }));
  }

  /** What an abandoned file says; `null` where it is none. */
  function abandoned(file: string): string | null {
    const holder = disk.readHolder(file);
    if (holder === null) return null;
    const owner = parseOwner(holder.text);
    const isAbandoned = owner === null ? holder.age > LONGEST_WRITING : isGone(owner);
    return isAbandoned ? holder.text : null;
  }

  function removeAbandoned(file: string): void {
    const text = abandoned(file);
    if (text === null) return;
    const removal = `${path}.${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    if (!hold(removal)) {
      removeAbandoned(removal);
      if (!hold(removal)) return;
    }
    try {
      if (abandoned(file) === text) disk.letGo(file);
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
