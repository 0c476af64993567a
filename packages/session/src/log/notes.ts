import type { CompactionState } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { isSameJson } from "../store/batch.ts";
import type { Entry, NoteEntry, TombstoneEntry } from "./entry.ts";

type Guard = CompactionState["guard"];

/** The note that remembers an attempt to compact which came to nothing: it changes the guard and nothing that is shown. */
const GUARD_NOTE = "cutpoint.guard";

/** What a guard note holds. */
function guardNote(guard: Guard): Pick<NoteEntry, "type" | "kind" | "value"> {
  return { type: "note", kind: GUARD_NOTE, value: guard };
}

/** The guard that an entry tells; `null` for every other entry. */
export function guardOf(entry: Entry): Guard | null {
  if (entry.type !== "note" || entry.kind !== GUARD_NOTE) return null;
  return entry.value as Guard;
}

type Thinking = NonNullable<CompactionState["thinking"]>;

/** The note that says which signed reasoning the model still accepts. */
const THINKING_NOTE = "cutpoint.thinking";

/** Returns the notes that turn one state into another which shows no other compaction, pruning, pin or branch. */
export function stateNotes(
  before: CompactionState | null,
  { guard, thinking }: CompactionState,
): readonly Pick<NoteEntry, "type" | "kind" | "value">[] {
  return [
    ...(isSameJson(guard, (before ?? emptyState()).guard) ? [] : [guardNote(guard)]),
    ...(thinking === undefined || thinking === before?.thinking
      ? []
      : [{ type: "note", kind: THINKING_NOTE, value: thinking } as const]),
  ];
}

/** Returns what a note says about signed reasoning; `undefined` for every other entry. */
export function thinkingOf(entry: Entry): Thinking | undefined {
  if (entry.type !== "note" || entry.kind !== THINKING_NOTE) return undefined;
  return entry.value as Thinking;
}

/** The kind of the notes that tell of sub-agents; a host may write them itself, with {@link SubAgentNote} as the value. */
export const SUB_AGENT_NOTE = "sub-agent";

/** What became of a sub-agent. One that was `overflowed` has handed a request that did not fit to its parent. */
export type SubAgentNote = {
  readonly sessionId: string;
  readonly state: "running" | "overflowed" | "ended";
};

/** By session id, what was last heard of sub-agents. */
export type SubAgentStates = Map<string, SubAgentNote["state"]>;

/** Takes the next older entry of a path. */
export function readSubAgentNote(subAgents: SubAgentStates, entry: Entry): void {
  if (entry.type !== "note" || entry.kind !== SUB_AGENT_NOTE) return;
  const { sessionId, state } = (entry.value ?? {}) as Partial<SubAgentNote>;
  if (typeof sessionId === "string" && state !== undefined && !subAgents.has(sessionId))
    subAgents.set(sessionId, state);
}

/** What is left of an entry: its id, its time and, where what was before it is still there, its parent. */
export function createTombstone(entry: Entry, reason: TombstoneEntry["reason"]): TombstoneEntry {
  const { id, parentId, at } = entry;
  return { id, parentId: reason === "evicted" ? null : parentId, at, type: "tombstone", reason };
}

/** Whether an entry is what retention has left of all that was before it. */
export function isEvicted(entry: Entry): boolean {
  return entry.type === "tombstone" && entry.reason === "evicted";
}
