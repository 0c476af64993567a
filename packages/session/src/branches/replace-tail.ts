import type { Message } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { assertMessages } from "@cutpoint/core/session";
import type { SessionContext } from "../context.ts";
import {
  type Entry,
  isItemEntry,
  isReset,
  itemFromEntry,
  type NewEntry,
  type NoteEntry,
} from "../log/entry.ts";
import { stateWithoutItems } from "../log/states.ts";
import type { Session } from "../session.ts";

/** The end of a session. */
export type SessionTail = {
  /** The messages since the last reset, oldest first. */
  readonly messages: readonly Message[];
  /** The notes of the whole path, oldest first. */
  readonly notes: readonly NoteEntry[];
};

/** The new end of a session. */
export type TailReplacement = {
  /** The number of messages to keep, from the oldest. */
  readonly keep: number;
  /** The messages after them. */
  readonly messages: readonly Message[];
  /** A note to write in the same batch. */
  readonly note?: Pick<NoteEntry, "kind" | "value">;
};

/** Creates `pop` and `replaceTail`. */
export function createTailMethods(
  context: SessionContext,
  branchChanged: () => void,
): Pick<Session, "pop" | "replaceTail"> {
  const { currentLog, newEntryFields, writer } = context;

  const replaceTail: Session["replaceTail"] = async (replace) => {
    currentLog();
    if (typeof replace !== "function")
      throw invalidInput("replace", replace, "expected a function of the messages and notes");
    const entries = await writer.writeOnPath(async (path) => {
      const oldestFirst = path.toReversed();
      const items = oldestFirst.slice(oldestFirst.findLastIndex(isReset) + 1).filter(isItemEntry);
      const replacement = await replace({
        messages: items.map((entry) => itemFromEntry(entry).message),
        notes: oldestFirst.filter((entry) => entry.type === "note"),
      });
      if (replacement === null) return null;
      return buildEntries(path, items[replacement.keep], replacement, newEntryFields);
    });
    if (entries?.[0]?.type === "branch") branchChanged();
  };

  return {
    replaceTail,
    async pop() {
      let popped: Message | null = null;
      await replaceTail(({ messages }) => {
        popped = messages.at(-1) ?? null;
        return popped === null ? null : { keep: messages.length - 1, messages: [] };
      });
      return popped;
    },
  };
}

/** @param first the first message to remove, if any; a branch to its parent then comes first */
function buildEntries(
  path: readonly Entry[],
  first: Entry | undefined,
  { messages, note }: TailReplacement,
  newEntryFields: SessionContext["newEntryFields"],
): readonly NewEntry[] {
  const entries: NewEntry[] = [];
  if (first !== undefined) {
    const index = path.indexOf(first);
    const later = path.slice(0, index + 1).reverse();
    const removed = new Set(later.filter(isItemEntry).map(({ id }) => id));
    const previousId = path.slice(index + 1).find(isItemEntry)?.id ?? null;
    const { parentId } = first;
    const from = path[0]?.id ?? null;
    entries.push({ type: "branch", ...newEntryFields(), parentId, from, summary: null });
    for (const entry of later) {
      const copy = copyWithout(entry, removed, previousId);
      if (copy !== null) entries.push({ ...copy, ...newEntryFields() });
    }
  }
  assertMessages(messages);
  for (const message of messages) entries.push({ type: "message", ...newEntryFields(), message });
  if (note !== undefined) entries.push({ type: "note", ...newEntryFields(), ...note });
  return entries;
}

/** Returns an entry without its parent and the removed items; `null` if it is not needed any more. */
function copyWithout(
  { parentId: _parentId, ...entry }: Entry,
  removed: ReadonlySet<string>,
  previousId: string | null,
): NewEntry | null {
  if (entry.type === "compaction") {
    const state = stateWithoutItems(entry.state, removed, previousId);
    return state === null ? null : { ...entry, state };
  }
  const isKept =
    entry.type === "hide" ||
    (entry.type === "pin" && !removed.has(entry.itemId ?? "")) ||
    (entry.type === "note" && !entry.kind.startsWith("cutpoint."));
  return isKept ? entry : null;
}
