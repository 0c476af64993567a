import { resetMark, revertMark } from "../log/revert.ts";
import { seekPath } from "../log/seek-path.ts";
import { withSubAgents } from "../log/sub-agent-note.ts";
import type { CompactionEntry, Entry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";
import { differences } from "./difference.ts";
import type { SessionParts } from "./parts.ts";
import type { Session } from "./session.ts";

/** How often a verb that lost a race is tried again upon the newer log. */
const MAX_RACES = 16;

/** The verbs that look at compactions and undo them. They read the whole path. */
export function turningBack(parts: SessionParts): Pick<Session, "revert" | "reset" | "diff"> {
  const { engine, link, open, sessionId, store, writer } = parts;
  const path = (): Promise<readonly Entry[]> => Array.fromAsync(seekPath(store, sessionId));

  /** Writes a compaction entry upon the very path that its mark was made from. */
  async function writeUpon(
    make: (path: readonly Entry[]) => Pick<CompactionEntry, "reason" | "mark"> | null,
  ): Promise<void> {
    for (let race = 0; race <= MAX_RACES; race += 1) {
      const entries = await path();
      const head = entries[0]?.id ?? null;
      const made = make(entries);
      if (made === null) return;
      const entry = {
        type: "compaction",
        ...link(),
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
  function forgetful(head: string): Mark {
    return withSubAgents(resetMark(head), new Map(), open().history.mark?.subAgents ?? []);
  }

  return {
    async revert(entryId) {
      open();
      await writeUpon((entries) => ({ reason: "revert", mark: revertMark(entries, entryId) }));
    },
    async reset() {
      open();
      await writeUpon(([newest]) =>
        newest === undefined ? null : { reason: "reset", mark: forgetful(newest.id) },
      );
    },
    async diff(entryId) {
      open();
      return differences(await path(), entryId, engine.estimator);
    },
  };
}
