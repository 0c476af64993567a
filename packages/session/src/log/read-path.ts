import { isCutpointError } from "@cutpoint/core";
import type { ReadOptions, SessionStore } from "../store/contract.ts";
import type { Entry } from "./entry.ts";

/** How many entries of other branches are skipped before the store is asked to start at the parent. */
const SEEK_AFTER = 256;

/**
 * Yields the entries of a path, newest first, up to the session's first entry or an eviction.
 *
 * Seeks past long runs of other branches instead of reading them.
 *
 * @param from the entry to start at. Default: the newest.
 * @throws `unknown-entry` if `from` is not in the session
 */
export async function* readPath(
  store: SessionStore,
  sessionId: string,
  from: string | null = null,
): AsyncGenerator<Entry> {
  let next = from;
  for (let isFirst = true; ; isFirst = false) {
    const start: ReadOptions = next === null ? {} : { from: next };
    let skipped = 0;
    try {
      for await (const entry of store.read(sessionId, { ...start, order: "newest-first" })) {
        if (next === null || entry.id === next) {
          skipped = 0;
          yield entry;
          next = entry.parentId;
          if (next === null) return;
        } else {
          skipped += 1;
          if (skipped > SEEK_AFTER) break;
        }
      }
    } catch (error) {
      if (isFirst || !isCutpointError(error, "unknown-entry")) throw error;
      return;
    }
    if (skipped <= SEEK_AFTER) return;
  }
}
