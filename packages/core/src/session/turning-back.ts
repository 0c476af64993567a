import { stateAfterReset, stateAfterRevert } from "../log/revert.ts";
import { readPath } from "../log/seek-path.ts";
import { withSubAgents } from "../log/sub-agent-note.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { CompactionState } from "../model/mark.ts";
import { itemChanges } from "./difference.ts";
import type { SessionContext } from "./parts.ts";
import type { Session } from "./session.ts";

/** How often a verb that lost a race is tried again upon the newer log. */
const MAX_RACES = 16;

/** The verbs that look at compactions and undo them. They read the whole path. */
export function createRevertMethods(
  context: SessionContext,
): Pick<Session, "revert" | "reset" | "diff"> {
  const { engine, newEntryFields, currentLog, sessionId, store, writer } = context;
  const path = (): Promise<readonly Entry[]> => Array.fromAsync(readPath(store, sessionId));

  /** Writes a compaction entry upon the very path that its state was made from. */
  async function writeUpon(
    make: (path: readonly Entry[]) => Pick<CompactionEntry, "reason" | "state"> | null,
  ): Promise<void> {
    for (let race = 0; race <= MAX_RACES; race += 1) {
      const entries = await path();
      const head = entries[0]?.id ?? null;
      const made = make(entries);
      if (made === null) return;
      const entry = {
        type: "compaction",
        ...newEntryFields(),
        parentId: head,
        ...made,
        receipt: null,
      } as const;
      const written = await writer.write(
        (state) => (state.head === head ? [entry] : null),
        "reload",
      );
      if (written !== null) return;
      await writer.refresh();
    }
    throw new CutpointError("conflict", `other writers were faster ${MAX_RACES} times in a row`);
  }

  /** Sub-agents run on, whatever is out of sight. */
  function resetState(head: string): CompactionState {
    return withSubAgents(
      stateAfterReset(head),
      new Map(),
      currentLog().history.state?.subAgents ?? [],
    );
  }

  return {
    async revert(entryId) {
      currentLog();
      await writeUpon((entries) => ({
        reason: "revert",
        state: stateAfterRevert(entries, entryId),
      }));
    },
    async reset() {
      currentLog();
      await writeUpon(([newest]) =>
        newest === undefined ? null : { reason: "reset", state: resetState(newest.id) },
      );
    },
    async diff(entryId) {
      currentLog();
      return itemChanges(await path(), entryId, engine.estimator);
    },
  };
}
