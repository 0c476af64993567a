import type { CompactionState } from "@cutpoint/core";
import {
  createStateStorage as createStorage,
  type StateStorage as GenericStorage,
} from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";

/** A compaction state, and the provider's own items for what it compacted. Plain JSON. */
export type KeptState = {
  readonly state: CompactionState;
  readonly providerItems?: readonly AgentInputItem[];
};

/**
 * Stores compaction states by id, because the SDK has no place for them. To share states with other processes, store them
 * in a database as JSON.
 */
export type StateStorage = GenericStorage<KeptState>;

/**
 * Creates a storage in memory, for this process.
 *
 * @param options.limit the number of ids to remember, the last used ones; each answer needs about three. Default:
 * 2,000.
 * @throws `invalid-input` if the limit is below 1
 */
export function createStateStorage(options: { readonly limit?: number } = {}): StateStorage {
  return createStorage<KeptState>(options);
}
