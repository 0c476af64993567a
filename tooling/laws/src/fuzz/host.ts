import {
  type CompactionState,
  type CompactorOptions,
  createCompactor,
  type FitOptions,
  type FitResult,
  type History,
  type Item,
} from "@cutpoint/core";
import { foldEntries, openSession, type Session } from "@cutpoint/session";
import { createArrayStore } from "../reference/array-store.ts";

/** What a compaction returns, from a compactor and from a session. */
export type HostResult = Pick<FitResult, "view" | "outcome" | "state">;

type HostOptions = Pick<CompactorOptions, "policy" | "estimator" | "summarizer">;

/** Something that stores a conversation and compacts it. */
export type Host = {
  readonly add: (items: readonly Item[]) => Promise<void>;
  readonly history: () => History;
  readonly fit: (options: FitOptions) => Promise<HostResult>;
  readonly recover: (error: unknown, options: FitOptions) => Promise<HostResult>;
};

/** Creates a host that keeps its own list and the state. */
export function createListHost(options: HostOptions): Host {
  const compactor = createCompactor(options);
  let items: readonly Item[] = [];
  let state: CompactionState | null = null;
  const kept = async (result: Promise<FitResult>): Promise<HostResult> => {
    ({ state } = await result);
    return result;
  };
  return {
    add: async (more) => void (items = [...items, ...more]),
    history: () => ({ items, state }),
    fit: (request) => kept(compactor.fit({ items, state }, request)),
    recover: (error, request) => kept(compactor.recover({ items, state }, error, request)),
  };
}

/** Creates a host that stores everything in a session, which is opened again after each compaction. */
export function createSessionHost(options: HostOptions): Host {
  const store = createArrayStore();
  let ids = 0;
  let session: Promise<Session> | undefined;
  const open = (): Promise<Session> =>
    (session ??= openSession({
      ...options,
      store,
      sessionId: "s",
      now: () => 1_700_000_000_000 + ids,
      newId: () => `e${(ids += 1)}`,
    }));
  const closed = async (result: Promise<Omit<HostResult, "state">>): Promise<HostResult> => {
    const { outcome, view } = await result;
    session = undefined;
    return { outcome, view, state: history().state };
  };
  const history = (): History => ({
    items: store.entries.flatMap(({ id, ...entry }) =>
      entry.type === "message" ? [{ ...entry, id }] : [],
    ),
    state: foldEntries(store.entries.toReversed()).state,
  });
  return {
    add: async (more) => void (await (await open()).append(more.map(({ message }) => message))),
    history,
    fit: async (request) => closed((await open()).fit(request)),
    recover: async (error, request) => closed((await open()).recover(error, request)),
  };
}
