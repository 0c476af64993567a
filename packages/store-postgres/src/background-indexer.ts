import type { Entry } from "@cutpoint/session";
import { isTurnBoundary } from "@cutpoint/session/store";
import type { Gate } from "./gate.ts";

/** Indexes in the background, at moments at which a conversation pauses; a search does what is left. */
export type Indexing = {
  /** Told of every batch that was appended. */
  readonly appended: (sessionId: string, entries: readonly Entry[]) => void;
};

/** @param advance indexes some more of a session; whether there may be others */
export function createIndexing(
  gate: Gate,
  advance: (sessionId: string) => Promise<boolean>,
): Indexing {
  const underWay = new Set<string>();

  async function indexAll(sessionId: string): Promise<void> {
    underWay.add(sessionId);
    try {
      while (await gate.pass(() => advance(sessionId)));
    } catch {
      // The store was disposed of or the server is away: the next search indexes what is left, and tells.
    } finally {
      underWay.delete(sessionId);
    }
  }

  return {
    appended(sessionId, entries) {
      if (entries.some(isTurnBoundary) && !underWay.has(sessionId)) void indexAll(sessionId);
    },
  };
}
