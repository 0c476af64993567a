import type { CompactionState } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { isSameJson } from "../store/batch.ts";
import type { Entry, NoteEntry, TombstoneEntry } from "./entry.ts";

/** The kind of the notes that record failed compactions. They change the guard only. */
const GUARD_NOTE = "cutpoint.guard";

/** The kind of the notes that record which signed reasoning the model still accepts. */
const THINKING_NOTE = "cutpoint.thinking";

/** Returns the value of a note; `undefined` for notes of other kinds and other entries. */
function valueOf(entry: Entry, kind: string): unknown {
  return entry.type === "note" && entry.kind === kind ? entry.value : undefined;
}

/** Returns the guard in a guard note; `undefined` for other entries. */
export function guardOf(entry: Entry): CompactionState["guard"] | undefined {
  return valueOf(entry, GUARD_NOTE) as CompactionState["guard"] | undefined;
}

/** Returns the value of a thinking note; `undefined` for other entries. */
export function thinkingOf(entry: Entry): CompactionState["thinking"] {
  return valueOf(entry, THINKING_NOTE) as CompactionState["thinking"];
}

/** Returns the notes for changes of a state that are not a compaction, a pruning, a pin or a branch. */
export function stateNotes(
  before: CompactionState | null,
  { guard, thinking }: CompactionState,
): readonly Pick<NoteEntry, "type" | "kind" | "value">[] {
  const isSameGuard = isSameJson(guard, (before ?? emptyState()).guard);
  const isSameThinking = thinking === undefined || thinking === before?.thinking;
  return [
    ...(isSameGuard ? [] : [{ type: "note", kind: GUARD_NOTE, value: guard } as const]),
    ...(isSameThinking ? [] : [{ type: "note", kind: THINKING_NOTE, value: thinking } as const]),
  ];
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
  const { sessionId, state } = (valueOf(entry, SUB_AGENT_NOTE) ?? {}) as Partial<SubAgentNote>;
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
