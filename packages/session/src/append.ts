import { CutpointError, type FitOptions, type Message } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import {
  assertMessages,
  type HistorySnapshot,
  isContinuation,
  isTurnStart,
  newestSaid,
  takeSnapshot,
} from "@cutpoint/core/session";
import type { SessionContext } from "./context.ts";
import { itemFromEntry, type MessageEntry, type NewEntry } from "./log/entry.ts";
import type { Evict } from "./retention/evict.ts";
import type { Session } from "./session.ts";

type AppendMethods = Pick<Session, "append" | "endTurn"> & {
  /** Called after a view for a request was returned. */
  readonly requestBuilt: (options: FitOptions) => void;
  /** Called after a navigation. Announcements of the branch that was left are dropped. */
  readonly branchChanged: () => void;
  /** Writes the pending announcement of a turn that was not ended. */
  readonly writeAnnounced: () => Promise<void>;
};

/** Creates `append` and `endTurn`. */
export function createAppendMethods(
  context: SessionContext,
  evict: Evict | undefined,
): AppendMethods {
  const { currentLog, newEntryFields, writer } = context;
  /** The history when the last request was built. The usage in an answer to another view is not comparable. */
  let requestSnapshot: HistorySnapshot | undefined;
  let announced: readonly Message[] = [];

  async function append(
    messages: readonly Message[],
    { turnId }: { readonly turnId?: string } = {},
  ): Promise<readonly string[]> {
    if (turnId !== undefined && typeof turnId !== "string")
      throw invalidInput("turnId", turnId, "expected a string");
    const log = currentLog();
    const isStale = requestSnapshot !== undefined && !isContinuation(log.history, requestSnapshot);
    assertMessages(messages);
    const drafts = messages.map((message): NewEntry<MessageEntry> => ({
      type: "message",
      ...newEntryFields(),
      message,
      ...(turnId === undefined ? {} : { turnId }),
      ...(isStale && message.role === "assistant" ? { stale: true } : {}),
    }));
    const ids = drafts.map(({ id }) => id);
    if (new Set(ids).size < ids.length)
      throw new CutpointError(
        "duplicate-id",
        "newId returned the same id twice: expected a new id each time",
      );
    const [first] = drafts;
    await writer.write(() => drafts, {
      async before(state) {
        if (first === undefined || evict === undefined) return;
        const isTurn = isTurnStart(itemFromEntry(first), state.history.items.at(-1));
        if (isTurn) await evict(state);
      },
    });
    return ids;
  }

  /** Writes the pending announcement, then messages, and returns the ids of the messages. */
  const appendAnnounced: Session["endTurn"] = async (messages = [], options = {}) => {
    const turnId = options.turnId ?? newestSaid(currentLog().history.items)?.turnId;
    const stored = announced;
    const ids = await append([...stored, ...messages], turnId === undefined ? {} : { turnId });
    if (announced === stored) announced = [];
    return ids.slice(stored.length);
  };

  return {
    append,
    async endTurn(messages, options) {
      const ids = await appendAnnounced(messages, options);
      await writer.write(() => null, { before: evict });
      return ids;
    },
    async writeAnnounced() {
      if (announced.length > 0) await appendAnnounced();
    },
    branchChanged() {
      announced = [];
    },
    requestBuilt({ announce, moment }) {
      requestSnapshot = takeSnapshot(writer.state().history);
      // A check after an answer builds no request, so what the last request announced is still pending.
      if (announce !== undefined || moment !== "after-answer") announced = announce ?? [];
    },
  };
}
