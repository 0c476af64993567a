import type { Entry } from "../model/entry.ts";
import type { Mark } from "../model/mark.ts";

/** The kind of the notes that tell of sub-agents; a host may write them itself, with {@link SubAgentNote} as the value. */
export const SUB_AGENT_NOTE = "sub-agent";

/** What became of a sub-agent. One that was `overflowed` has handed a request that did not fit to its parent. */
export type SubAgentNote = {
  readonly sessionId: string;
  readonly state: "running" | "overflowed" | "ended";
};

/** The most sub-agents that a mark names; the newest stay. */
const MOST = 100;

/** By session id, what was last heard of sub-agents. */
export type Heard = Map<string, SubAgentNote["state"]>;

/** Takes the next older entry of a path. */
export function hearOf(heard: Heard, entry: Entry): void {
  if (entry.type !== "note" || entry.kind !== SUB_AGENT_NOTE) return;
  const { sessionId, state } = (entry.value ?? {}) as Partial<SubAgentNote>;
  if (typeof sessionId === "string" && state !== undefined && !heard.has(sessionId))
    heard.set(sessionId, state);
}

/** A mark with the sub-agents that run: its own, but for what was heard since. */
export function withSubAgents(
  mark: Mark,
  heard: Heard,
  before: readonly string[] = mark.subAgents ?? [],
): Mark {
  const started = [...heard].reverse().flatMap(([id, state]) => (state === "ended" ? [] : [id]));
  const running = [...before.filter((id) => !heard.has(id)), ...started].slice(-MOST);
  const { subAgents: _before, ...rest } = mark;
  return running.length === 0 ? rest : { ...rest, subAgents: running };
}
