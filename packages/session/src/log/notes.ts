import { addRule, type CompactionState, removeRule } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { isSameJson } from "../store/batch.ts";
import type { Entry, NoteEntry, TombstoneEntry } from "./entry.ts";

/** The fields of a state that change without a compaction. */
type NotedField = "cost" | "guard" | "limits" | "thinking";

/**
 * The kinds of the notes that record such a field: failed compactions, what prunings and they cost together with all before
 * it, the signed reasoning that the model still accepts, and the limits that a provider reported.
 */
const FIELD_NOTES: ReadonlyMap<string, NotedField> = new Map([
  ["cutpoint.guard", "guard"],
  ["cutpoint.cost", "cost"],
  ["cutpoint.thinking", "thinking"],
  ["cutpoint.limits", "limits"],
]);

/** Returns the notes for changes of a state that are not a compaction, a pruning, a pin or a branch. */
export function stateNotes(
  before: CompactionState | null,
  after: CompactionState,
): readonly Pick<NoteEntry, "type" | "kind" | "value">[] {
  const known = before ?? emptyState();
  return [...FIELD_NOTES].flatMap(([kind, field]) => {
    const value = after[field];
    const isSame = value === undefined || isSameJson(value, known[field]);
    return isSame ? [] : [{ type: "note", kind, value } as const];
  });
}

/** The kind of the notes about sub-agents. An app may write them too, with a {@link SubAgentNote} as value. */
export const SUB_AGENT_NOTE = "sub-agent";

/** The kind of the notes that add and remove rules of the app. */
export const RULE_NOTE = "cutpoint.rule";

/** A change of the rules by the app. */
export type RuleNote = { readonly action: "add" | "remove"; readonly text: string };

/** Whether a note changes the state. */
export function isStateNote({ kind }: NoteEntry): boolean {
  return FIELD_NOTES.has(kind) || kind === SUB_AGENT_NOTE || kind === RULE_NOTE;
}

/** Returns the state with the rules that newer notes added and removed, oldest first. */
export function withNotedRules(state: CompactionState, newer: readonly Entry[]): CompactionState {
  return newer.reduce((changed, entry) => {
    if (entry.type !== "note" || entry.kind !== RULE_NOTE) return changed;
    const { action, text } = entry.value as RuleNote;
    return action === "add" ? addRule(changed, text) : removeRule(changed, text);
  }, state);
}

/** The state of a sub-agent. */
export type SubAgentNote = {
  readonly sessionId: string;
  readonly state: "running" | "ended";
};

/** What notes change in an older state. */
export type NotedChanges = {
  fields: Pick<Partial<CompactionState>, NotedField>;
  /** The state of each sub-agent, by session id, in the order of their newest notes. */
  readonly subAgents: Map<string, SubAgentNote["state"]>;
};

/** Reads the next newer note of a path. */
export function readStateNote(changes: NotedChanges, { kind, value }: NoteEntry): void {
  const field = FIELD_NOTES.get(kind);
  if (field !== undefined) changes.fields = { ...changes.fields, [field]: value };
  if (kind !== SUB_AGENT_NOTE) return;
  const { sessionId, state } = (value ?? {}) as Partial<SubAgentNote>;
  if (typeof sessionId !== "string" || state === undefined) return;
  changes.subAgents.delete(sessionId);
  changes.subAgents.set(sessionId, state);
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
