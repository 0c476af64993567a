import type { CompactionState } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { isSameJson } from "../store/batch.ts";
import type { Entry, NoteEntry, TombstoneEntry } from "./entry.ts";

type Guard = CompactionState["guard"];

/** The kind of the notes that record failed compactions. They change the guard only. */
const GUARD_NOTE = "cutpoint.guard";

function guardNote(guard: Guard): Pick<NoteEntry, "type" | "kind" | "value"> {
  return { type: "note", kind: GUARD_NOTE, value: guard };
}

/** Returns the guard in a guard note; `null` for other entries. */
export function guardOf(entry: Entry): Guard | null {
  if (entry.type !== "note" || entry.kind !== GUARD_NOTE) return null;
  return entry.value as Guard;
}

type Thinking = NonNullable<CompactionState["thinking"]>;

/** The kind of the notes that record which signed reasoning the model still accepts. */
const THINKING_NOTE = "cutpoint.thinking";

/** Returns the notes for changes of a state that are not a compaction, a pruning, a pin or a branch. */
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

/** Returns the value of a thinking note; `undefined` for other entries. */
export function thinkingOf(entry: Entry): Thinking | undefined {
  if (entry.type !== "note" || entry.kind !== THINKING_NOTE) return undefined;
  return entry.value as Thinking;
}

/** The kind of the notes about sub-agents. An app may write them too, with a {@link SubAgentNote} as value. */
export const SUB_AGENT_NOTE = "sub-agent";

/** The state of a sub-agent. */
export type SubAgentNote = {
  readonly sessionId: string;
  readonly state: "running" | "ended";
};

/** The newest state of each sub-agent, by session id. */
export type SubAgentStates = Map<string, SubAgentNote["state"]>;

/** Reads the next older entry of a path; the newest note of a sub-agent counts. */
export function readSubAgentNote(subAgents: SubAgentStates, entry: Entry): void {
  if (entry.type !== "note" || entry.kind !== SUB_AGENT_NOTE) return;
  const { sessionId, state } = (entry.value ?? {}) as Partial<SubAgentNote>;
  if (typeof sessionId === "string" && state !== undefined && !subAgents.has(sessionId))
    subAgents.set(sessionId, state);
}

/** Returns the tombstone of an entry: its id and time, and its parent unless `reason` is `evicted`. */
export function createTombstone(entry: Entry, reason: TombstoneEntry["reason"]): TombstoneEntry {
  const { id, parentId, at } = entry;
  return { id, parentId: reason === "evicted" ? null : parentId, at, type: "tombstone", reason };
}

/** Whether an entry is the tombstone of an eviction. */
export function isEvicted(entry: Entry): boolean {
  return entry.type === "tombstone" && entry.reason === "evicted";
}
