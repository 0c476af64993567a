import { CutpointError, type CompactionState } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";

/** A compaction state, and the provider's own items for what it compacted. Plain JSON. */
export type KeptState = {
  readonly state: CompactionState;
  readonly providerItems?: readonly AgentInputItem[];
};

/**
 * Stores compaction states by id, because the SDK has no place for them. One state has several ids.
 *
 * An id is a hash of all items up to one item, so an edited conversation has no state. To share states with other
 * processes, store them in a database as JSON.
 */
export interface StateStorage {
  /** Returns the state of the first id that has one. Called with a few ids at a time, the newest first. */
  find(ids: readonly string[]): KeptState | null | Promise<KeptState | null>;
  /** Replaces the states of these ids. */
  save(ids: readonly string[], kept: KeptState): void | Promise<void>;
}

/**
 * Creates a storage in memory, for this process.
 *
 * @param options.limit the number of ids to remember, the last used ones; each answer needs about three. Default:
 * 2,000.
 * @throws `invalid-input` if the limit is below 1
 */
export function createStateStorage(options: { readonly limit?: number } = {}): StateStorage {
  const { limit = 2000 } = options;
  if (!(limit >= 1))
    throw new CutpointError(
      "invalid-input",
      `limit is ${limit}: expected a number of ids, 1 or more`,
    );
  const states = createMemory<KeptState>(limit);
  return {
    find(ids) {
      for (const id of ids) {
        const kept = states.get(id);
        if (kept !== undefined) return kept;
      }
      return null;
    },
    save(ids, kept) {
      for (const id of ids) states.set(id, kept);
    },
  };
}

/** Stores the last used values by id. */
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
