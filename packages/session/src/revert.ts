import { type CompactionState, CutpointError, type TokenEstimator } from "@cutpoint/core";
import { boundaryOf, getOwn, visibleItems } from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import type { CompactionEntry, Entry } from "./log/entry.ts";
import { foldEntries } from "./log/fold.ts";
import { withSubAgents } from "./log/notes.ts";
import { readPath } from "./log/read-path.ts";
import { stateAfterReset, stateAfterRevert } from "./log/states.ts";
import type { Session } from "./session.ts";

/** What became of one item in a compaction. */
export type ItemChange = {
  readonly id: string;
  /** `clamped` and `hidden` items are still visible, by other parts: shown head and tail, or by a text in their place. */
  readonly state: "kept" | "truncated" | "hidden" | "compacted";
  /** The estimate of the item as it was shown before. */
  readonly tokens: number;
};

/**
 * What a compaction did to each item that was visible before it, oldest first.
 *
 * @param path the entries of the active path, newest first
 * @throws `unknown-entry` where no compaction of that id is on the path
 */
export function itemChanges(
  path: readonly Entry[],
  entryId: string,
  estimator: TokenEstimator,
): readonly ItemChange[] {
  const place = path.findIndex((entry) => entry.id === entryId);
  const entry = path[place];
  if (entry === undefined || (entry.type !== "compaction" && entry.type !== "hide"))
    throw new CutpointError(
      "unknown-entry",
      `entryId is "${entryId}": no compaction of that id is on the path`,
    );
  const before = foldEntries(path.slice(place + 1));
  const { items } = visibleItems(before);
  const firstKept = entry.type === "hide" ? 0 : boundaryOf({ items, state: entry.state }).index;
  const replaced = entry.type === "hide" ? entry.replacements : entry.state.replacements;
  const clamped = new Set(entry.receipt?.truncatedIds);
  return items.map((item, index) => ({
    id: item.id,
    tokens: estimator.estimate(item.message),
    state: index < firstKept ? "compacted" : stateOf(item.id, replaced, clamped, before.state),
  }));
}

function stateOf(
  id: string,
  replaced: CompactionState["replacements"],
  clamped: ReadonlySet<string>,
  before: CompactionState | null,
): ItemChange["state"] {
  const parts = getOwn(replaced, id);
  if (parts === undefined || parts === getOwn(before?.replacements ?? {}, id)) return "kept";
  return clamped.has(id) ? "truncated" : "hidden";
}

/** How often a verb that lost a race is tried again upon the newer log. */
const MAX_RACES = 16;

/** The verbs that look at compactions and undo them. They read the whole path. */
export function createRevertMethods(
  context: SessionContext,
): Pick<Session, "revert" | "reset" | "diff"> {
  const { engine, newEntryFields, currentLog, sessionId, store, writer } = context;
  const path = (): Promise<readonly Entry[]> => Array.fromAsync(readPath(store, sessionId));

  /** Writes a compaction entry upon the very path that its mark was made from. */
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
