import { CutpointError, type FitOptions, type Message } from "@cutpoint/core";
import {
  assertMessage,
  findRepeatedReads,
  type HistorySnapshot,
  isContinuation,
  newestSaid,
  takeSnapshot,
  type TrackedHistory,
} from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import { type Entry, type MessageEntry, itemOf } from "./log/entry.ts";
import type { Retention } from "./retention/retention.ts";
import type { Session } from "./session.ts";
import type { LogState } from "./writer.ts";

/** Messages on their way into a log: their ids, and the entries that they are after a given head. */
type MessageEntries = {
  readonly ids: readonly string[];
  readonly after: (head: string | null) => readonly MessageEntry[];
};

/**
 * Checks messages and gives them their ids.
 *
 * @throws `invalid-input` naming the message and the field; `duplicate-id` where an id was minted twice
 */
function messageEntries(
  messages: readonly Message[],
  options: {
    readonly turnId: string | undefined;
    /** Whether the view has changed since the request that an answer among them answers. */
    readonly isStale: boolean;
    readonly newEntryFields: () => { readonly id: string; readonly at: number };
  },
): MessageEntries {
  const { turnId, isStale, newEntryFields } = options;
  const linked = messages.map((message, index) => {
    assertMessage(message, `messages[${index}]`);
    return { ...newEntryFields(), message };
  });
  const ids = linked.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw new CutpointError(
      "duplicate-id",
      "newId returned the same id twice: expected a new id each time",
    );
  return {
    ids,
    after: (head) =>
      linked.map(({ id, at, message }, index): MessageEntry => ({
        type: "message",
        id,
        parentId: index === 0 ? head : (ids[index - 1] ?? null),
        at,
        message,
        ...(turnId === undefined ? {} : { turnId }),
        ...(isStale && message.role === "assistant" ? { stale: true } : {}),
      })),
  };
}

type AppendMethods = Pick<Session, "append" | "endTurn"> & {
  /** To be called whenever a view is given that a request is about to be built from. */
  readonly requestBuilt: (options: FitOptions) => void;
  /** To be called when another branch is gone on with: what was announced on the one that is left is of no turn there. */
  readonly branchChanged: () => void;
};

/** The verbs that write what is said. */
export function createAppendMethods(
  context: SessionContext,
  retention: Pick<Retention, "before" | "evict">,
): AppendMethods {
  const { currentLog, newEntryFields, options: settings, writer } = context;
  const pointsAtReads = settings.repeatedReads === "point";
  /** What was shown when a request was last built: the usage of an answer to another view measures nothing. */
  let requestedWith: HistorySnapshot | undefined;
  let announced: readonly Message[] = [];

  async function append(
    messages: readonly Message[],
    { turnId }: { readonly turnId?: string } = {},
  ): Promise<readonly string[]> {
    const { history } = currentLog();
    const isStale = requestedWith !== undefined && !isContinuation(history, requestedWith);
    const entries = messageEntries(messages, { turnId, isStale, newEntryFields });
    const before = retention.before(messages, turnId);
    await writer.write((state) => withPointers(entries.after(state.head), state), withNew, before);
    return entries.ids;
  }

  /** Messages, and after them what hides the reads that repeat what is visible. */
  function withPointers(entries: readonly MessageEntry[], { history }: LogState): readonly Entry[] {
    const newest = entries.at(-1);
    if (!pointsAtReads || newest === undefined) return entries;
    if (!entries.some(({ message }) => message.role === "tool")) return entries;
    const reads = findRepeatedReads(history, entries.map(itemOf), settings.digest?.toolKinds);
    if (Object.keys(reads.repeats).length === 0) return entries;
    return [...entries, { type: "hide", ...newEntryFields(), parentId: newest.id, ...reads }];
  }

  return {
    append,
    async endTurn(messages = [], options = {}) {
      const turnId = options.turnId ?? newestSaid(currentLog().history.items)?.turnId;
      const stored = announced;
      const ids = await append([...stored, ...messages], turnId === undefined ? {} : { turnId });
      if (announced === stored) announced = [];
      await writer.write(() => null, "reload", retention.evict);
      return ids.slice(stored.length);
    },
    branchChanged() {
      announced = [];
    },
    requestBuilt({ announce = [] }) {
      requestedWith = takeSnapshot(writer.state().history);
      announced = announce;
    },
  };
}

/** Adds messages; what hides one of them has the log read again. */
function withNew(tracked: TrackedHistory, entries: readonly Entry[]): TrackedHistory | null {
  if (entries.at(-1)?.type === "hide") return null;
  for (const entry of entries) if (entry.type === "message") tracked.append(itemOf(entry));
  return tracked;
}
