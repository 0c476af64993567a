import type { Entry } from "@cutpoint/session";
import { isTurnBoundary } from "@cutpoint/session/store";
import type { Lifecycle } from "./lifecycle.ts";

/** Indexes in the background after a turn or a compaction ends. A search indexes the rest. */
export type BackgroundIndexer = {
  /** Call this after each append. */
  readonly appended: (sessionId: string, entries: readonly Entry[]) => void;
};

/** @param advance indexes the next entries of a session; returns whether more may remain */
export function createBackgroundIndexer(
  lifecycle: Lifecycle,
  advance: (sessionId: string) => Promise<boolean>,
): BackgroundIndexer {
  const pending = new Set<string>();

  async function indexAll(sessionId: string): Promise<void> {
    pending.add(sessionId);
    try {
      while (await lifecycle.run(() => advance(sessionId)));
    } catch {
      // The store was disposed of, or the server is unreachable. The next search indexes the rest and reports the
      // error.
    } finally {
      pending.delete(sessionId);
    }
  }

  return {
    appended(sessionId, entries) {
      if (entries.some(isTurnBoundary) && !pending.has(sessionId)) void indexAll(sessionId);
    },
  };
}
