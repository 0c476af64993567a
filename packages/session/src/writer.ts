import { CutpointError, isCutpointError, type TokenEstimator } from "@cutpoint/core";
import { type TrackedHistory, trackHistory } from "@cutpoint/core/kit";
import pLimit from "p-limit";
import type { Entry } from "./log/entry.ts";
import { createFolding } from "./log/fold.ts";
import { readPath } from "./log/read-path.ts";
import type { SessionStore } from "./store/contract.ts";

/** What a session knows of its log: the newest entry, and what the path to it tells. */
export type LogState = TrackedHistory & { readonly head: string | null };

/** Makes the entries to append after a state; `null` where they no longer apply. */
type Draft = (state: LogState) => readonly Entry[] | null;

/** What is known once the entries are written; `reload`, or `null`, has the log read again. */
type Next =
  | "reload"
  | ((measured: TrackedHistory, entries: readonly Entry[]) => TrackedHistory | null);

/** How often an append that lost a race is tried again. */
const MAX_RACES = 16;

/** The only writer of one session's log in this process: one write at a time, each after the newest entry. */
export type Writer = {
  readonly state: () => LogState;
  /**
   * Appends what the draft makes; after a lost race, once more upon the newer log.
   *
   * @param before awaited first, with nothing written between it and the draft by this session
   * @returns the entries written, `null` where the draft no longer applied
   * @throws `conflict` where another writer has left the branch that this one is on
   */
  readonly write: (
    input: Draft,
    next: Next,
    before?: (state: LogState) => Promise<void>,
  ) => Promise<readonly Entry[] | null>;
  readonly refresh: () => Promise<void>;
};

export async function openWriter(
  store: SessionStore,
  sessionId: string,
  estimator: TokenEstimator,
): Promise<Writer> {
  const oneAtATime = pLimit(1);
  let state = await readState(store, sessionId, estimator);

  async function write(input: Draft, next: Next): Promise<readonly Entry[] | null> {
    for (let race = 0; race <= MAX_RACES; race += 1) {
      const entries = input(state);
      if (entries === null || entries.length === 0) return entries;
      const result = await append(store, sessionId, entries, state.head);
      if (result.type === "appended") {
        const known = next === "reload" ? null : next(state, entries);
        state =
          known === null
            ? await readState(store, sessionId, estimator)
            : { ...known, head: entries.at(-1)?.id ?? state.head };
        return entries;
      }
      const before = state.head;
      state = await readState(store, sessionId, estimator);
      if (before !== null && !(await isOnPath(store, sessionId, before)))
        throw new CutpointError(
          "conflict",
          `another writer has left the branch that ends at ${before}`,
        );
    }
    throw new CutpointError("conflict", `other writers were faster ${MAX_RACES} times in a row`);
  }

  return {
    state: () => state,
    write: (input, next, before) =>
      oneAtATime(async () => {
        await before?.(state);
        return write(input, next);
      }),
    refresh: () =>
      oneAtATime(async () => {
        state = await readState(store, sessionId, estimator);
      }),
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
  } catch (cause) {
    throw isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", `session ${sessionId}: the store could not append`, {
          cause,
        });
  }
}

/** Reads what the view needs; other branches only as far as seeking past them is no cheaper. */
async function readState(
  store: SessionStore,
  sessionId: string,
  estimator: TokenEstimator,
): Promise<LogState> {
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
  return { ...trackHistory(folding.history(), estimator), head };
}

async function isOnPath(store: SessionStore, sessionId: string, id: string): Promise<boolean> {
  for await (const entry of readPath(store, sessionId)) if (entry.id === id) return true;
  return false;
}
