import { type CompactorOptions, isCutpointError, type Policy } from "@cutpoint/core";
import type { SessionContext } from "./context.ts";
import { SUB_AGENT_NOTE, type SubAgentNote } from "./log/notes.ts";
import type { Session } from "./session.ts";

/** The parent session of a sub-agent. Pass only its id if it runs in another process. */
export type ParentSession = Pick<Session, "sessionId"> & Partial<Pick<Session, "note">>;

/** The kind of the first note in a sub-agent's log. Its value is the id of the parent session. */
const PARENT_NOTE = "parent";

/** Links a new log to its parent and notifies the parent that this session is running. */
export async function startSubAgent(
  { newEntryFields, sessionId, writer }: SessionContext,
  parent: ParentSession,
): Promise<void> {
  const note = { type: "note", kind: PARENT_NOTE, value: parent.sessionId } as const;
  await writer.write(({ head }) => (head === null ? [{ ...note, ...newEntryFields() }] : null));
  await notify(parent, { sessionId, state: "running" });
}

/** Notifies the parent that this session has ended, unless the parent is already closed. */
export async function endSubAgent(
  { sessionId }: SessionContext,
  parent: ParentSession,
): Promise<void> {
  try {
    await notify(parent, { sessionId, state: "ended" });
  } catch (error) {
    if (!isCutpointError(error, "closed")) throw error;
  }
}

/** Writes a note about the sub-agent to the parent's log. */
async function notify(parent: ParentSession, note: SubAgentNote): Promise<void> {
  await parent.note?.(SUB_AGENT_NOTE, note);
}

/** Returns a policy that compacts after an overflow only, unless it contains `enabled: true`. */
export function subAgentPolicy(
  policy: CompactorOptions["policy"] = {},
): NonNullable<CompactorOptions["policy"]> {
  const limited = (own: Policy): Policy =>
    own.enabled === true ? own : { ...own, check: "after-overflow" };
  return typeof policy === "function" ? (request) => limited(policy(request)) : limited(policy);
}
