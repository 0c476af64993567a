import type { Entry, NoteEntry } from "../model/entry.ts";
import type { Guard } from "../model/mark.ts";

/** The note that remembers an attempt to compact which came to nothing: it changes the guard and nothing that is shown. */
const GUARD_NOTE = "cutpoint.guard";

/** What a guard note holds. */
export function guardNote(guard: Guard): Pick<NoteEntry, "type" | "kind" | "value"> {
  return { type: "note", kind: GUARD_NOTE, value: guard };
}

/** The guard that an entry tells; `null` for every other entry. */
export function guardOf(entry: Entry): Guard | null {
  if (entry.type !== "note" || entry.kind !== GUARD_NOTE) return null;
  return entry.value as Guard;
}
