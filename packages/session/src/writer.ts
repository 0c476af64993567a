import { CutpointError, type History } from "@cutpoint/core";
import pLimit from "p-limit";
import type { Entry, NewEntry } from "./log/entry.ts";
import { createFolding } from "./log/fold.ts";
import { createLogState, type LogState } from "./log/log-state.ts";
import { readPath } from "./log/read-path.ts";
import type { SessionStore } from "./store/contract.ts";
import { wrapStoreError } from "./store/errors.ts";
import { retryConflicts } from "./store/retry-conflicts.ts";

/** Builds the entries to append after a state; `null` if they no longer apply. */
type Draft = (state: LogState) => readonly NewEntry[] | null;

type WriteOptions = {
  /** Awaited first; this session writes nothing between it and the draft. */
  readonly before?: ((state: LogState) => Promise<void>) | undefined;
  /** Returns the history after the write, if it is known. */
  readonly historyAfter?: () => History | undefined;
};

/** The only writer of a session. Runs one write at a time, each after the newest entry. */
export type Writer = {
  readonly state: () => LogState;
  /**
   * Appends the entries of a draft. After a write conflict the draft is called again with the newer log.
   *
   * @returns the entries written; `null` if the draft no longer applied
   * @throws `conflict` if another writer left the branch that this session is on, or after 30 s of conflicts
   */
  readonly write: (draft: Draft, options?: WriteOptions) => Promise<readonly Entry[] | null>;
  /**
   * Appends the entries that `make` builds from the whole path, newest first, and reads the log again.
   *
   * @returns the entries written; `null` if `make` returned `null`
   * @throws the errors of `write`
   */
  readonly writeOnPath: (
    make: (path: readonly Entry[]) => Promise<readonly NewEntry[] | null>,
  ) => Promise<readonly Entry[] | null>;
  readonly refresh: () => Promise<void>;
};

export async function openWriter(store: SessionStore, sessionId: string): Promise<Writer> {
  const oneAtATime = pLimit(1);
  let state = await readState(store, sessionId);

  async function stateAfter(
    entries: readonly Entry[],
    history: History | undefined,
  ): Promise<LogState> {
    if (history !== undefined) return createLogState(entries.at(-1)?.id ?? null, history);
    return state.add(entries) ? state : readState(store, sessionId);
  }

  /** Returns `false` after a write conflict. */
  async function append(entries: readonly Entry[]): Promise<boolean> {
    try {
      const result = await store.append(sessionId, entries, { expectedHead: state.head });
      return result.type === "appended";
    } catch (error) {
      return wrapStoreError("append to", `session ${sessionId}`)(error);
    }
  }

  /** Returns `undefined` after a write conflict. */
  async function tryToWrite(
    draft: Draft,
    historyAfter: WriteOptions["historyAfter"],
  ): Promise<readonly Entry[] | null | undefined> {
    const drafts = draft(state);
    if (drafts === null) return null;
    const entries = linkEntries(drafts, state.head);
    if (entries.length === 0) return entries;
    if (await append(entries)) {
      state = await stateAfter(entries, historyAfter?.());
      return entries;
    }
    const before = state.head;
    state = await readState(store, sessionId);
    if (before !== null && !(await isOnPath(store, sessionId, before)))
      throw new CutpointError(
        "conflict",
        `another writer left the branch that ends at ${before}: navigate to it, or open the session again`,
      );
    return undefined;
  }

  const write: Writer["write"] = async (draft, { before, historyAfter } = {}) =>
    oneAtATime(async () => {
      await before?.(state);
      return retryConflicts(async () => tryToWrite(draft, historyAfter));
    });

  const refresh: Writer["refresh"] = async () =>
    oneAtATime(async () => {
      state = await readState(store, sessionId);
    });

  return {
    state: () => state,
    write,
    refresh,
    writeOnPath: async (make) =>
      retryConflicts(async () => {
        const path = await Array.fromAsync(readPath(store, sessionId));
        const head = path[0]?.id ?? null;
        const made = await make(path);
        if (made === null) return null;
        const written = await write((log) => (log.head === head ? made : null));
        if (written !== null) return written;
        await refresh();
        return undefined;
      }),
  };
}

function linkEntries(drafts: readonly NewEntry[], head: string | null): readonly Entry[] {
  let parentId = head;
  return drafts.map((draft) => {
    const entry: Entry = { parentId, ...draft };
    parentId = entry.id;
    return entry;
  });
}

/** Reads the entries that the view needs, and the oldest entry if the path is cut off. */
async function readState(store: SessionStore, sessionId: string): Promise<LogState> {
  const folding = createFolding();
  let head: string | null = null;
  let needsMore = false;
  for await (const entry of readPath(store, sessionId)) {
    head ??= entry.id;
    needsMore = folding.take(entry);
    if (!needsMore) break;
  }
  if (needsMore)
    for await (const oldest of store.read(sessionId)) {
      folding.take(oldest);
      break;
    }
  return createLogState(head, folding.history(), folding);
}

async function isOnPath(store: SessionStore, sessionId: string, id: string): Promise<boolean> {
  for await (const entry of readPath(store, sessionId)) if (entry.id === id) return true;
  return false;
}
