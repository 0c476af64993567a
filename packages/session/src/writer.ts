import { CutpointError } from "@cutpoint/core";
import { type TrackedHistory, trackHistory } from "@cutpoint/core/kit";
import pLimit from "p-limit";
import type { Entry } from "./log/entry.ts";
import { createFolding } from "./log/fold.ts";
import { readPath } from "./log/read-path.ts";
import type { SessionStore } from "./store/contract.ts";
import { wrapStoreError } from "./store/errors.ts";
import { retryConflicts } from "./store/retry-conflicts.ts";

/** The id of the newest entry, and the history of the path to it. */
export type LogState = TrackedHistory & { readonly head: string | null };

/** Builds the entries to append after a state; `null` if they no longer apply. */
type Draft = (state: LogState) => readonly Entry[] | null;

/** Returns the history after the write; `reload` or `null` reads the log again. */
type Next =
  | "reload"
  | ((tracked: TrackedHistory, entries: readonly Entry[]) => TrackedHistory | null);

/** The only writer of a session. Runs one write at a time, each after the newest entry. */
export type Writer = {
  readonly state: () => LogState;
  /**
   * Appends the entries of a draft. After a write conflict the draft is called again with the newer log.
   *
   * @param before awaited first; this session writes nothing between it and the draft
   * @returns the entries written; `null` if the draft no longer applied
   * @throws `conflict` if another writer left the branch that this session is on, or after 30 s of conflicts
   */
  readonly write: (
    draft: Draft,
    next: Next,
    before?: (state: LogState) => Promise<void>,
  ) => Promise<readonly Entry[] | null>;
  /**
   * Appends the entries that `make` builds from the whole path, newest first, and reads the log again.
   *
   * @returns the entries written; `null` if `make` returned `null`
   * @throws the errors of `write`
   */
  readonly writeOnPath: (
    make: (path: readonly Entry[]) => Promise<readonly Entry[] | null>,
  ) => Promise<readonly Entry[] | null>;
  readonly refresh: () => Promise<void>;
};

export async function openWriter(store: SessionStore, sessionId: string): Promise<Writer> {
  const oneAtATime = pLimit(1);
  let state = await readState(store, sessionId);

  async function tryToWrite(
    draft: Draft,
    next: Next,
  ): Promise<{ readonly entries: readonly Entry[] | null } | undefined> {
    const entries = draft(state);
    if (entries === null || entries.length === 0) return { entries };
    const result = await append(store, sessionId, entries, state.head);
    if (result.type === "appended") {
      const known = next === "reload" ? null : next(state, entries);
      state =
        known === null
          ? await readState(store, sessionId)
          : { ...known, head: entries.at(-1)?.id ?? state.head };
      return { entries };
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

  const write: Writer["write"] = async (draft, next, before) =>
    oneAtATime(async () => {
      await before?.(state);
      const { entries } = await retryConflicts(async () => tryToWrite(draft, next));
      return entries;
    });

  const refresh: Writer["refresh"] = async () =>
    oneAtATime(async () => {
      state = await readState(store, sessionId);
    });

  return {
    state: () => state,
    write,
    refresh,
    async writeOnPath(make) {
      const { entries } = await retryConflicts(async () => {
        const path = await Array.fromAsync(readPath(store, sessionId));
        const head = path[0]?.id ?? null;
        const made = await make(path);
        if (made === null) return { entries: null };
        const written = await write((log) => (log.head === head ? made : null), "reload");
        if (written !== null) return { entries: written };
        await refresh();
        return undefined;
      });
      return entries;
    },
  };
}

async function append(
  store: SessionStore,
  sessionId: string,
  entries: readonly Entry[],
  expectedHead: string | null,
): ReturnType<SessionStore["append"]> {
  try {
    return await store.append(sessionId, entries, { expectedHead });
  } catch (error) {
    return wrapStoreError("append to", `session ${sessionId}`)(error);
  }
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
  return { ...trackHistory(folding.history()), head };
}

async function isOnPath(store: SessionStore, sessionId: string, id: string): Promise<boolean> {
  for await (const entry of readPath(store, sessionId)) if (entry.id === id) return true;
  return false;
}
