import type { Entry } from "../model/entry.ts";
import type { CompactionState } from "../model/mark.ts";

/** The kind of the notes that tell of sub-agents; a host may write them itself, with {@link SubAgentNote} as the value. */
export const SUB_AGENT_NOTE = "sub-agent";

/** What became of a sub-agent. One that was `overflowed` has handed a request that did not fit to its parent. */
export type SubAgentNote = {
  readonly sessionId: string;
  readonly state: "running" | "overflowed" | "ended";
};

/** The most sub-agents that a state names; the newest stay. */
const MOST = 100;

/** By session id, what was last heard of sub-agents. */
export type SubAgentStates = Map<string, SubAgentNote["state"]>;

/** Takes the next older entry of a path. */
export function readSubAgentNote(subAgents: SubAgentStates, entry: Entry): void {
  if (entry.type !== "note" || entry.kind !== SUB_AGENT_NOTE) return;
  const { sessionId, state } = (entry.value ?? {}) as Partial<SubAgentNote>;
  if (typeof sessionId === "string" && state !== undefined && !subAgents.has(sessionId))
    subAgents.set(sessionId, state);
}

/** A state with the sub-agents that run: its own, but for what was heard since. */
export function withSubAgents(
  state: CompactionState,
  subAgents: SubAgentStates,
  before: readonly string[] = state.subAgents ?? [],
): CompactionState {
  const started = [...subAgents]
    .reverse()
    .flatMap(([id, status]) => (status === "ended" ? [] : [id]));
  const running = [...before.filter((id) => !subAgents.has(id)), ...started].slice(-MOST);
  const { subAgents: _before, ...rest } = state;
  return running.length === 0 ? rest : { ...rest, subAgents: running };
}
