import { CutpointError, type FitOptions, type Message } from "@cutpoint/core";
import {
  assertMessages,
  findRepeatedReads,
  invalidInput,
  type HistorySnapshot,
  isContinuation,
  newestSaid,
  takeSnapshot,
  type TrackedHistory,
} from "@cutpoint/core/kit";
import type { SessionContext } from "./context.ts";
import { type Entry, itemFromEntry, type MessageEntry } from "./log/entry.ts";
import type { Retention } from "./retention/retention.ts";
import type { Session } from "./session.ts";
import type { LogState } from "./writer.ts";

type AppendMethods = Pick<Session, "append" | "endTurn"> & {
  /** Called after a view for a request was returned. */
  readonly requestBuilt: (options: FitOptions) => void;
  /** Called after a navigation. Announcements of the branch that was left are dropped. */
  readonly branchChanged: () => void;
};

/** Creates `append` and `endTurn`. */
export function createAppendMethods(
  context: SessionContext,
  retention: Retention | null,
): AppendMethods {
  const { currentLog, newEntryFields, options: settings, writer } = context;
  /** The history when the last request was built. The usage in an answer to another view is not comparable. */
  let requestSnapshot: HistorySnapshot | undefined;
  let announced: readonly Message[] = [];

  async function append(
    messages: readonly Message[],
    { turnId }: { readonly turnId?: string } = {},
  ): Promise<readonly string[]> {
    if (turnId !== undefined && typeof turnId !== "string")
      throw invalidInput("turnId", turnId, "expected a string");
    const { history } = currentLog();
    const isStale = requestSnapshot !== undefined && !isContinuation(history, requestSnapshot);
    assertMessages(messages);
    const drafts = messages.map((message) => ({
      type: "message" as const,
      ...newEntryFields(),
      message,
      ...(turnId === undefined ? {} : { turnId }),
      ...(isStale && message.role === "assistant" ? { stale: true as const } : {}),
    }));
    const ids = drafts.map(({ id }) => id);
    if (new Set(ids).size < ids.length)
      throw new CutpointError(
        "duplicate-id",
        "newId returned the same id twice: expected a new id each time",
      );
    await writer.write(
      (state) => {
        const parents = [state.head, ...ids];
        const entries = drafts.map((draft, index): MessageEntry => ({
          ...draft,
          parentId: parents[index] ?? null,
        }));
        return withReferences(entries, state);
      },
      trackMessages,
      retention?.beforeAppend(messages, turnId),
    );
    return ids;
  }

  /** Adds an entry that hides reads whose content is already visible. */
  function withReferences(
    entries: readonly MessageEntry[],
    { history }: LogState,
  ): readonly Entry[] {
    const newest = entries.at(-1);
    if (settings.repeatedReads !== "point" || newest === undefined) return entries;
    if (!entries.some(({ message }) => message.role === "tool")) return entries;
    const items = entries.map(itemFromEntry);
    const reads = findRepeatedReads(history, items, settings.digest?.toolKinds);
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
      await writer.write(() => null, "reload", retention?.evict);
      return ids.slice(stored.length);
    },
    branchChanged() {
      announced = [];
    },
    requestBuilt({ announce = [] }) {
      requestSnapshot = takeSnapshot(writer.state().history);
      announced = announce;
    },
  };
}

/** Adds the new messages; `null` if a hide entry requires reading the log again. */
function trackMessages(tracked: TrackedHistory, entries: readonly Entry[]): TrackedHistory | null {
  if (entries.at(-1)?.type === "hide") return null;
  for (const entry of entries) if (entry.type === "message") tracked.append(itemFromEntry(entry));
  return tracked;
}
