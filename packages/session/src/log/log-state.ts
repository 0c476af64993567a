import type { History } from "@cutpoint/core";
import { type TrackedHistory, trackHistory } from "@cutpoint/core/session";
import { type Entry, itemFromEntry } from "./entry.ts";
import type { Folding } from "./fold.ts";
import { createItemIndex, type ItemIndex } from "./item-index.ts";
import { isStateNote } from "./notes.ts";

/** The newest entry of a log, and the history of the path to it, which is built when it is read. */
export type LogState = Pick<TrackedHistory, "history" | "view"> & {
  readonly head: string | null;
  readonly index: ItemIndex;
  /** Adds the next entries of the path. Returns `false` if the log must be read again. */
  add(entries: readonly Entry[]): boolean;
};

/** @param folding the entries of the history, if they are known: hides and pins are added to them */
export function createLogState(
  newestId: string | null,
  given: History,
  folding?: Folding,
): LogState {
  let head = newestId;
  let tracked: TrackedHistory | undefined = trackHistory(given);
  let index: ItemIndex | undefined;
  const current = (): TrackedHistory => (tracked ??= trackHistory(folding?.history() ?? given));
  return {
    get head() {
      return head;
    },
    get history() {
      return current().history;
    },
    get index() {
      return (index ??= createItemIndex(current().history));
    },
    view: (request) => current().view(request),
    add(entries) {
      const isPlain = entries.every(isAddition);
      if (!isPlain && (folding === undefined || entries.some(isTurn))) return false;
      for (const entry of entries) {
        folding?.add(entry);
        index?.add(entry);
        if (entry.type === "message") tracked?.append(itemFromEntry(entry));
      }
      if (!isPlain) tracked = undefined;
      head = entries.at(-1)?.id ?? head;
      return true;
    },
  };
}

/** Whether an entry at most adds an item. Other entries change what is visible or the state. */
function isAddition(entry: Entry): boolean {
  return entry.type === "message" || (entry.type === "note" && !isStateNote(entry));
}

/** Whether an entry replaces the state or leaves the path. */
function isTurn({ type }: Entry): boolean {
  return type !== "message" && type !== "note" && type !== "hide" && type !== "pin";
}
