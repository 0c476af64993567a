import { type CompactionState, CutpointError } from "@cutpoint/core";

/**
 * Stores compaction states by id, because the SDK has no place for them. One state has several ids.
 *
 * An id is a hash of all messages up to one message, so an edited conversation has no state. To share states with other
 * processes, store them in a database as JSON.
 */
export interface StateStorage {
  /** Returns the state of the first id that has one. Called with a few ids at a time, the newest first. */
  find(ids: readonly string[]): CompactionState | null | Promise<CompactionState | null>;
  /** Replaces the states of these ids. */
  save(ids: readonly string[], state: CompactionState): void | Promise<void>;
}

/**
 * Creates a storage in memory, for this process.
 *
 * @param options.limit the number of ids to remember, the last used ones; each compaction needs two and each answer one. Default: 2,000.
 * @throws `invalid-input` if the limit is below 1
 */
export function createStateStorage(options: { readonly limit?: number } = {}): StateStorage {
  const { limit = 2000 } = options;
  if (!(limit >= 1))
    throw new CutpointError(
      "invalid-input",
      `limit is ${limit}: expected a number of ids, 1 or more`,
    );
  const states = createMemory<CompactionState>(limit);
  return {
    find(ids) {
      for (const id of ids) {
        const state = states.get(id);
        if (state !== undefined) return state;
      }
      return null;
    },
    save(ids, state) {
      for (const id of ids) states.set(id, state);
    },
  };
}

/** The number of newest ids to look up first. A conversation that continues has its state under one of them. */
const NEWEST_IDS = 16;

/** Finds the state of the newest id that has one. */
export async function findNewest(
  storage: StateStorage,
  ids: readonly string[],
): Promise<CompactionState | null> {
  const newestFirst = ids.toReversed();
  const found = await storage.find(newestFirst.slice(0, NEWEST_IDS));
  if (found !== null || newestFirst.length <= NEWEST_IDS) return found;
  return storage.find(newestFirst.slice(NEWEST_IDS));
}

/** Remembers the last used values by id. */
export type Memory<Value> = {
  readonly get: (id: string) => Value | undefined;
  readonly set: (id: string, value: Value) => void;
};

export function createMemory<Value>(limit: number): Memory<Value> {
  const values = new Map<string, Value>();
  const set = (id: string, value: Value): void => {
    values.delete(id);
    values.set(id, value);
    const [oldest] = values.keys();
    if (values.size > limit && oldest !== undefined) values.delete(oldest);
  };
  return {
    get(id) {
      const value = values.get(id);
      if (value !== undefined) set(id, value);
      return value;
    },
    set,
  };
}
