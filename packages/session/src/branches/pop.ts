import type { Message } from "@cutpoint/core";
import { assertMessage } from "@cutpoint/core/kit";
import type { SessionContext } from "../context.ts";
import { type Entry, isItemEntry, itemFromEntry } from "../log/entry.ts";
import { SUB_AGENT_NOTE } from "../log/notes.ts";
import { stateWithoutItem } from "../log/states.ts";
import type { Session } from "../session.ts";

/** Creates `pop`. */
export function createPopMethod(
  context: SessionContext & { readonly branchChanged: () => void },
): Pick<Session, "pop"> {
  const { branchChanged, currentLog, newEntryFields, writer } = context;
  return {
    async pop(replace = () => []) {
      currentLog();
      let popped: Message | null = null;
      await writer.writeOnPath((path) => {
        const newest = findNewestItem(path);
        popped = newest?.message ?? null;
        return newest === null
          ? null
          : entriesWithout(newest, replace(newest.message), newEntryFields);
      });
      if (popped !== null) branchChanged();
      return popped;
    },
  };
}

type NewestItem = {
  readonly head: string;
  readonly entry: Entry;
  readonly message: Message;
  /** The entries after the newest item, oldest first. */
  readonly laterEntries: readonly Entry[];
  /** The id of the item before it. */
  readonly previousId: string | null;
};

/** Returns the newest item of a path; `null` if a reset came after it. */
function findNewestItem(path: readonly Entry[]): NewestItem | null {
  const index = path.findIndex(isItemEntry);
  const entry = path[index];
  const laterEntries = path.slice(0, index).toReversed();
  const isReset = laterEntries.some(
    (later) => later.type === "compaction" && later.reason === "reset",
  );
  if (entry === undefined || !isItemEntry(entry) || isReset) return null;
  return {
    head: path[0]?.id ?? entry.id,
    entry,
    message: itemFromEntry(entry).message,
    laterEntries,
    previousId: path.slice(index + 1).find(isItemEntry)?.id ?? null,
  };
}

/** Returns a branch to the parent of the item, with the replacement and copies of the later entries. */
function entriesWithout(
  { entry: { id: poppedId, parentId }, head, laterEntries, previousId }: NewestItem,
  replacement: readonly Message[],
  newEntryFields: SessionContext["newEntryFields"],
): readonly Entry[] {
  const entries: Entry[] = [
    { type: "branch", ...newEntryFields(), parentId, from: head, summary: null },
  ];
  const link = (): Pick<Entry, "id" | "at" | "parentId"> => ({
    ...newEntryFields(),
    parentId: entries.at(-1)?.id ?? null,
  });
  for (const [index, message] of replacement.entries()) {
    assertMessage(message, `replacement[${index}]`);
    entries.push({ type: "message", ...link(), message });
  }
  for (const later of laterEntries) {
    const copy = copyWithout(later, poppedId, previousId);
    if (copy !== null) entries.push({ ...copy, ...link() });
  }
  return entries;
}

/** Returns a later entry without the popped item; `null` if the entry is not needed any more. */
function copyWithout(entry: Entry, poppedId: string, previousId: string | null): Entry | null {
  switch (entry.type) {
    case "compaction": {
      const state = stateWithoutItem(entry.state, poppedId, previousId);
      return state === null ? null : { ...entry, state };
    }
    case "pin":
      return entry.itemId === poppedId ? null : entry;
    case "hide":
      return entry;
    case "note":
      return entry.kind === SUB_AGENT_NOTE ? entry : null;
    default:
      return null;
  }
}
