import { CutpointError, type CompactionState } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";

/** A state, with what a provider made of what it covers, for its own models. Plain JSON. */
export type KeptState = CompactionState & { readonly providerItems?: readonly AgentInputItem[] };

/**
 * Where a decorated model keeps what was compacted, as the SDK has no place for it: by id, where one state may stand under
 * several ids. An id is a hash of all that was said up to it, so that nothing is found for a conversation that is another
 * one. States are plain JSON: a host may keep them in a database, for its other processes.
 */
export interface StateStorage {
  /** The state under the first of the ids that has one; the ids come in the order in which they are to be tried. */
  find(ids: readonly string[]): KeptState | null | Promise<KeptState | null>;
  /** Takes the place of what is there under these ids. */
  save(ids: readonly string[], state: KeptState): void | Promise<void>;
}

/**
 * Keeps states in this process.
 *
 * @param options.limit how many ids are remembered, those that were used last; a conversation takes a few with each answer. Default 2,000.
 * @throws `invalid-input` where the limit is no number of at least 1
 */
export function createStateStorage(options: { readonly limit?: number } = {}): StateStorage {
  const { limit = 2000 } = options;
  if (!(limit >= 1))
    throw new CutpointError(
      "invalid-input",
      `limit is ${limit}: it should be a number of ids, at least 1`,
    );
  const states = createMemory<KeptState>(limit);
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

/** Values by id, of which those that were used last are remembered. */
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
