import { type CompactionEvent, type CompactorOptions, isCutpointError } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import { SUB_AGENT_NOTE, type SubAgentNote } from "./log/notes.ts";
import type { Session } from "./session.ts";

/** What a sub-agent's session needs of the one that it works for; where it is another process's, its id alone. */
export type ParentSession = Pick<Session, "sessionId"> & Partial<Pick<Session, "note">>;

/** The kind of the note, the first entry of a sub-agent's log, that names its parent's session. */
const PARENT_NOTE = "parent";

/** The tie between a sub-agent's session and its parent's. */
export type ParentLink = {
  readonly sessionId: string;
  /** Tells the parent what became of the sub-agent. */
  readonly notify: (state: SubAgentNote["state"]) => Promise<void>;
  /** {@link notify} for a parent that may be closed by now. */
  readonly end: () => Promise<void>;
};

/** @throws `invalid-input` where a session is to be its own parent */
export function createParentLink(parent: ParentSession, sessionId: string): ParentLink {
  if (parent.sessionId === sessionId)
    throw invalidInput("sessionId", sessionId, "it should be another than the parent's");
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

/** Ties a new log to its parent, and tells the parent that this session runs. */
export async function beginSubAgent(
  { newEntryFields, writer }: SessionContext,
  parent: ParentLink,
): Promise<void> {
  const note = { type: "note", kind: PARENT_NOTE, value: parent.sessionId } as const;
  await writer.write(
    ({ head }) => (head === null ? [{ ...note, ...newEntryFields(), parentId: head }] : null),
    (measured) => measured,
  );
  await parent.notify("running");
}

/** Returns a listener without the skip of an overflow that is left to the parent: `delegated-to-parent` replaces it. */
export function withoutDelegated(
  emit: (event: CompactionEvent) => void,
): (event: CompactionEvent) => void {
  return (event) => {
    const { reason, type } = event;
    if (type !== "skipped" || event.why !== "disabled" || reason !== "overflow") emit(event);
  };
}

/** Returns a policy that leaves compaction to the parent unless it contains `enabled: true`. */
export function subAgentPolicy(
  policy: CompactorOptions["policy"] = {},
): NonNullable<CompactorOptions["policy"]> {
  if (typeof policy !== "function") return { enabled: false, ...policy };
  return (request) => ({ enabled: false, ...policy(request) });
}
