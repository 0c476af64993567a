import { addRule, type CompactionState, removeRule } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { isSameJson } from "../store/batch.ts";
import type { Entry, NoteEntry, TombstoneEntry } from "./entry.ts";

/** The kind of the notes that record failed compactions. They change the guard only. */
const GUARD_NOTE = "cutpoint.guard";

/** The kind of the notes that record which signed reasoning the model still accepts. */
const THINKING_NOTE = "cutpoint.thinking";

/** The kind of the notes that record the limits that a provider reported. */
const LIMITS_NOTE = "cutpoint.limits";

/** The kind of the notes that record what a pruning or a failed compaction cost, together with all before it. */
const COST_NOTE = "cutpoint.cost";

/** Returns the notes for changes of a state that are not a compaction, a pruning, a pin or a branch. */
export function stateNotes(
  before: CompactionState | null,
  { cost, guard, limits, thinking }: CompactionState,
): readonly Pick<NoteEntry, "type" | "kind" | "value">[] {
  const isSameCost = cost === undefined || cost === before?.cost;
  const isSameGuard = isSameJson(guard, (before ?? emptyState()).guard);
  const isSameThinking = thinking === undefined || thinking === before?.thinking;
  const isSameLimits = limits === undefined || limits === before?.limits;
  return [
    ...(isSameGuard ? [] : [{ type: "note", kind: GUARD_NOTE, value: guard } as const]),
    ...(isSameCost ? [] : [{ type: "note", kind: COST_NOTE, value: cost } as const]),
    ...(isSameThinking ? [] : [{ type: "note", kind: THINKING_NOTE, value: thinking } as const]),
    ...(isSameLimits ? [] : [{ type: "note", kind: LIMITS_NOTE, value: limits } as const]),
  ];
}

/** The kind of the notes about sub-agents. An app may write them too, with a {@link SubAgentNote} as value. */
export const SUB_AGENT_NOTE = "sub-agent";

/** The kind of the notes that add and remove rules of the app. */
export const RULE_NOTE = "cutpoint.rule";

/** A change of the rules by the app. */
export type RuleNote = { readonly action: "add" | "remove"; readonly text: string };

const STATE_NOTES = new Set([
  COST_NOTE,
  GUARD_NOTE,
  THINKING_NOTE,
  LIMITS_NOTE,
  SUB_AGENT_NOTE,
  RULE_NOTE,
]);

/** Whether a note changes the state. */
export function isStateNote({ kind }: NoteEntry): boolean {
  return STATE_NOTES.has(kind);
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
  /** What compactions cost. */
  cost: CompactionState["cost"];
  /** The guard after failed compactions. */
  guard: CompactionState["guard"] | undefined;
  /** The signed reasoning that the model still accepts. */
  thinking: CompactionState["thinking"];
  /** The limits that a provider reported. */
  limits: CompactionState["limits"];
  /** The state of each sub-agent, by session id, in the order of their newest notes. */
  readonly subAgents: Map<string, SubAgentNote["state"]>;
};

/** Reads the next newer note of a path. */
export function readStateNote(changes: NotedChanges, { kind, value }: NoteEntry): void {
  if (kind === COST_NOTE) changes.cost = value as CompactionState["cost"];
  if (kind === GUARD_NOTE) changes.guard = value as CompactionState["guard"];
  if (kind === THINKING_NOTE) changes.thinking = value as CompactionState["thinking"];
  if (kind === LIMITS_NOTE) changes.limits = value as CompactionState["limits"];
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
