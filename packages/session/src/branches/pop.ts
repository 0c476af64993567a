import type { Message } from "@cutpoint/core";
import { assertMessage } from "@cutpoint/core/kit";
import type { SessionContext } from "../context.ts";
import { type Entry, type MessageEntry, isItemEntry, itemFromEntry } from "../log/entry.ts";
import { stateWithoutItem } from "../log/states.ts";
import { SUB_AGENT_NOTE } from "../log/notes.ts";
import type { Session } from "../session.ts";

/**
 * Creates `pop`: a branch to the parent of the newest message, with the compactions, pins, hides and
 * sub-agent notes since. A compaction that contains the message stays behind.
 */
export function createPopMethod(
  context: SessionContext & { readonly branchChanged: () => void },
): Pick<Session, "pop"> {
  const { branchChanged, currentLog, newEntryFields, writer } = context;
  return {
    async pop(replace = () => []) {
      currentLog();
      let popped: Message | null = null;
      await writer.writeOnPath((path) => {
        const end = endOf(path);
        popped = end === null ? null : end.message;
        return end === null ? null : entriesWithout(end, replace(end.message), newEntryFields);
      });
      if (popped !== null) branchChanged();
      return popped;
    },
  };
}

type PathEnd = {
  readonly head: string;
  readonly newest: Entry;
  readonly message: Message;
  /** The entries after the newest message, oldest first. */
  readonly later: readonly Entry[];
  /** The id of the item before it. */
  readonly previousId: string | null;
};

/** Nothing before a reset is visible, so nothing of it can be popped. */
function endOf(path: readonly Entry[]): PathEnd | null {
  const place = path.findIndex(isItemEntry);
  const newest = path[place];
  const later = path.slice(0, place).toReversed();
  const isReset = later.some((entry) => entry.type === "compaction" && entry.reason === "reset");
  if (newest === undefined || !isItemEntry(newest) || isReset) return null;
  const previous = path.slice(place + 1).find(isItemEntry);
  return {
    head: path[0]?.id ?? newest.id,
    newest,
    message: itemFromEntry(newest).message,
    later,
    previousId: previous?.id ?? null,
  };
}

function entriesWithout(
  { head, later, newest, previousId }: PathEnd,
  replacement: readonly Message[],
  newEntryFields: SessionContext["newEntryFields"],
): readonly Entry[] {
  const messages = replacement.map((message, index): Omit<MessageEntry, "parentId"> => {
    assertMessage(message, `replacement[${index}]`);
    return { type: "message", ...newEntryFields(), message };
  });
  const moved = later.flatMap((entry) => movedEntry(entry, newest.id, previousId));
  const { parentId } = newest;
  const entries: Entry[] = [
    { type: "branch", ...newEntryFields(), parentId, from: head, summary: null },
  ];
  for (const entry of messages) entries.push({ ...entry, parentId: entries.at(-1)?.id ?? null });
  for (const entry of moved)
    entries.push({ ...entry, ...newEntryFields(), parentId: entries.at(-1)?.id ?? null });
  return entries;
}

/** A later entry as it is without the popped message, if it still means something. */
function movedEntry(entry: Entry, poppedId: string, previousId: string | null): readonly Entry[] {
  switch (entry.type) {
    case "compaction": {
      const state = stateWithoutItem(entry.state, poppedId, previousId);
      return state === null ? [] : [{ ...entry, state }];
    }
    case "pin":
      return entry.itemId === poppedId ? [] : [entry];
    case "hide":
      return [entry];
    case "note":
      return entry.kind === SUB_AGENT_NOTE ? [entry] : [];
    default:
      return [];
  }
}
