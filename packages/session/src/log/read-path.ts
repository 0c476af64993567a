import { isCutpointError } from "@cutpoint/core";
import type { SessionStore } from "../store/contract.ts";
import type { Entry } from "./entry.ts";

/** Entries of other branches that are passed over before the store is asked to go on at the parent itself. */
const SEEK_AFTER = 256;

/**
 * The entries of a path, newest first, from an entry on (the newest where it is `null`), to the session's first or to
 * where the path is gone. A long stretch of other branches is not read: the store seeks its end.
 *
 * @throws `unknown-entry` where `from` is not in the session
 */
export async function* readPath(
  store: SessionStore,
  sessionId: string,
  from: string | null = null,
): AsyncGenerator<Entry> {
  let next = from;
  for (let isFirst = true; ; isFirst = false) {
    const isFar = yield* readRun(next, isFirst);
    if (!isFar) return;
  }

  /** Whether the next entry is further away than what is worth reading through. */
  async function* readRun(start: string | null, isFirst: boolean): AsyncGenerator<Entry, boolean> {
    const options = { order: "newest-first", ...(start === null ? {} : { from: start }) } as const;
    let passed = 0;
    try {
      for await (const entry of store.read(sessionId, options)) {
        if (next !== null && entry.id !== next) {
          passed += 1;
          if (passed > SEEK_AFTER) return true;
          continue;
        }
        passed = 0;
        yield entry;
        next = entry.parentId;
        if (next === null) return false;
      }
    } catch (error) {
      if (isFirst || !isCutpointError(error, "unknown-entry")) throw error;
    }
    return false;
  }
}
