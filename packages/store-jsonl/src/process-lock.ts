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

let own: string | undefined;

/**
 * A lock that is a file beside the one that it protects.
 *
 * Two that find the same owner gone must not both take the lock, the second from the first: only who holds the file
 * `….takeover` removes another's lock, and looks again before.
 */
export function createProcessLock(disk: Disk, path: string): ProcessLock {
  const takeover = `${path}.takeover`;
  let held = false;

  function ownText(): string {
    own ??= JSON.stringify(ownOwner());
    return own;
  }

  function isAbandoned(file: string): boolean {
    const holder = disk.readHolder(file);
    if (holder === null) return false;
    const owner = parseOwner(holder.text);
    return owner === null ? holder.age > LONGEST_WRITING : isGone(owner);
  }

  function removeAbandoned(): void {
    if (isAbandoned(takeover)) disk.letGo(takeover);
    if (!disk.hold(takeover, ownText())) return;
    try {
      if (isAbandoned(path)) disk.letGo(path);
    } finally {
      disk.letGo(takeover);
    }
  }

  return {
    isHeld: () => held,
    take() {
      if (held) return { type: "taken" };
      held = disk.hold(path, ownText());
      if (!held && isAbandoned(path)) {
        removeAbandoned();
        held = disk.hold(path, ownText());
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
