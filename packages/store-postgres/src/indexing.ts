import type { Entry } from "@cutpoint/core";
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
      if (entries.some(endsTurn) && !underWay.has(sessionId)) void indexAll(sessionId);
    },
  };
}

/** Whether what was said before an entry is a turn of its own, or was covered. */
function endsTurn(entry: Entry): boolean {
  if (entry.type === "compaction") return true;
  return (
    entry.type === "message" &&
    entry.message.role === "user" &&
    entry.message.provenance === "human"
  );
}
