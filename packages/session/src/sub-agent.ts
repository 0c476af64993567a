import { type CompactorOptions, isCutpointError, type Policy } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import { SUB_AGENT_NOTE, type SubAgentNote } from "./log/notes.ts";
import type { Session } from "./session.ts";

/** The parent session of a sub-agent. Pass only its id if it runs in another process. */
export type ParentSession = Pick<Session, "sessionId"> & Partial<Pick<Session, "note">>;

/** The kind of the first note in a sub-agent's log. Its value is the id of the parent session. */
const PARENT_NOTE = "parent";

export type ParentLink = {
  readonly sessionId: string;
  /** Writes a note about the sub-agent to the parent's log. */
  readonly notify: (state: SubAgentNote["state"]) => Promise<void>;
  /** Writes the note `ended`, unless the parent is already closed. */
  readonly end: () => Promise<void>;
};

/** @throws `invalid-input` if a session is its own parent */
export function createParentLink(parent: ParentSession, sessionId: string): ParentLink {
  if (parent.sessionId === sessionId)
    throw invalidInput("sessionId", sessionId, "expected another id than the parent's");
  const notify: ParentLink["notify"] = async (state) => {
    await parent.note?.(SUB_AGENT_NOTE, { sessionId, state });
  };
  return {
    sessionId: parent.sessionId,
    notify,
    async end() {
      try {
        await notify("ended");
      } catch (error) {
        if (!isCutpointError(error, "closed")) throw error;
      }
    },
  };
}

/** Links a new log to its parent and notifies the parent that this session is running. */
export async function startSubAgent(
  { newEntryFields, writer }: SessionContext,
  parent: ParentLink,
): Promise<void> {
  const note = { type: "note", kind: PARENT_NOTE, value: parent.sessionId } as const;
  await writer.write(
    ({ head }) => (head === null ? [{ ...note, ...newEntryFields(), parentId: head }] : null),
    (tracked) => tracked,
  );
  await parent.notify("running");
}

/** Returns a policy that compacts after an overflow only, unless it contains `enabled: true`. */
export function subAgentPolicy(
  policy: CompactorOptions["policy"] = {},
): NonNullable<CompactorOptions["policy"]> {
  const limited = (own: Policy): Policy =>
    own.enabled === true ? own : { ...own, check: "after-overflow" };
  return typeof policy === "function" ? (request) => limited(policy(request)) : limited(policy);
}
